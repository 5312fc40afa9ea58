export interface Peer {
	keys: string[];
	basic: string;
	refreshTokens: string[];
}

let made: Promise<Peer> | undefined;

export function betterAuthAt(origin: string): Promise<Peer> {
	made ??= fetch(`${origin}/set_up`).then(async (response) => {
		if (!response.ok) throw new Error(`The peer did not set itself up: ${await response.text()}`);
		return (await response.json()) as Peer;
	});
	return made;
}
