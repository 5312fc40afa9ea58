/** Contract: Deliveries 4. */
const timeoutMs = 10_000;
/** Contract: Deliveries 14. */
export const keptBytes = 8192;

export interface Posted {
	status: number | null;
	retryAfter: string | null;
	body: string | null;
	durationMs: number;
	error: string | null;
}

/**
 * Sends one POST to a receiver. The status line of the answer decides about success. If the body breaks off after
 * it, the part that arrived is kept. The service follows no redirect.
 */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<Posted> {
	const startedAt = performance.now();
	const done = (posted: Omit<Posted, "durationMs">): Posted => ({
		...posted,
		durationMs: Math.round(performance.now() - startedAt),
	});
	const signal = AbortSignal.timeout(timeoutMs);
	let response: Response;
	try {
		response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
	} catch (error) {
		return done({
			status: null,
			retryAfter: null,
			body: null,
			error: reasonOf(error) ?? "The receiver could not be reached.",
		});
	}
	const { text, error } = await readStart(response);
	return done({ status: response.status, retryAfter: response.headers.get("Retry-After"), body: text, error });
}

async function readStart(response: Response): Promise<{ text: string; error: string | null }> {
	if (!response.body) return { text: "", error: null };
	const reader = response.body.getReader();
	const start = new Uint8Array(keptBytes);
	let length = 0;
	let whole = true;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			const part = value.subarray(0, keptBytes - length);
			start.set(part, length);
			length += part.length;
			if (part.length < value.length) {
				whole = false;
				await reader.cancel();
				break;
			}
		}
	} catch (error) {
		const reason = reasonOf(error);
		const told = reason === undefined ? "The answer broke off." : `The answer broke off: ${reason}`;
		return { text: keptText(start.subarray(0, length), false), error: told };
	}
	return { text: keptText(start.subarray(0, length), whole), error: null };
}

/** `ignoreBOM` keeps a byte order mark in the text, because it is part of the answer. */
const decoder = () => new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Returns at most 8192 bytes of valid text, cut between characters. */
export function keptText(bytes: Uint8Array, whole: boolean): string {
	// When it streams, the decoder leaves out a character that was cut in two.
	const text = decoder().decode(bytes, { stream: !whole }).replaceAll("\0", "\ufffd");
	const encoded = new TextEncoder().encode(text);
	return encoded.length <= keptBytes ? text : decoder().decode(encoded.subarray(0, keptBytes), { stream: true });
}

/**
 * How the runtime reports a name that does not resolve, and a receiver that takes no connection or ends it. Its words
 * tell a tenant nothing.
 */
const ofRuntime = /^(internal error|Network connection lost)/;

/** Undefined where the runtime knows no more than that it failed. */
function reasonOf(error: unknown): string | undefined {
	if (error instanceof Error && error.name === "TimeoutError") return `No answer within ${timeoutMs / 1000} seconds.`;
	const message = error instanceof Error ? error.message : String(error);
	return ofRuntime.test(message) ? undefined : message.slice(0, 500);
}
