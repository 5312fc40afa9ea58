/** The text of a body; null if it is larger than `maxBytes`. It reads no more than that. */
export async function textOf({ body }: Response, maxBytes: number): Promise<string | null> {
	if (!body) return "";
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		bytes += value.length;
		if (bytes > maxBytes) {
			await reader.cancel();
			return null;
		}
		text += decoder.decode(value, { stream: true });
	}
}

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError";
