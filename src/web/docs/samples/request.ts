export interface SampleRequest {
	method: string;
	/** The whole address, with its query. */
	address: string;
	/** How the caller proves who it is: with an API key, as an OAuth app, or not at all. */
	caller: "key" | "app" | "nobody";
	body?: { json: unknown } | { form: Record<string, string> } | { picture: string } | undefined;
	/** Headers besides those of the caller and the body. */
	headers?: Record<string, string> | undefined;
	/** The call of the typed client, if it has a method. */
	inClient?: string | undefined;
}

/** The file that a sample sends. */
export const fileOf = (type: string): string => (type.startsWith("image/") ? "picture.jpg" : "clients.csv");

export type Write = (request: SampleRequest, key: string) => string;

export const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);
