export interface Peer {
	keys: string[];
	/** Authenticates the app at the token endpoint. */
	basic: string;
	refreshTokens: string[];
}

let made: Promise<Peer> | undefined;

/** What the peer made of itself: lab/bench/peers/better-auth/set-up.ts. */
export function betterAuthAt(origin: string): Promise<Peer> {
	made ??= fetch(`${origin}/set_up`).then(async (response) => {
		if (!response.ok) throw new Error(`The peer did not set itself up: ${await response.text()}`);
		return (await response.json()) as Peer;
	});
	return made;
}
