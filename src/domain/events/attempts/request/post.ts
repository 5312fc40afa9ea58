/** Contract: Deliveries 4. */
const timeoutMs = 10_000;
/** Contract: Deliveries 14. */
export const maxResponseBytes = 8192;

export interface PostResult {
	status: number | null;
	retryAfter: string | null;
	body: string | null;
	durationMs: number;
	error: string | null;
	/** The service could not send for a reason of its own, so the failure says nothing about the endpoint. */
	isServiceFault?: true;
}

/**
 * The status line of the answer decides about success. If the body breaks off after it, the part that arrived is kept.
 * The service follows no redirect.
 */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<PostResult> {
	const startedAt = performance.now();
	const done = (posted: Omit<PostResult, "durationMs">): PostResult => ({
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
			error: unmetReasonOf(error),
		});
	}
	const { text, error } = await readFirstBytes(response);
	return done({ status: response.status, retryAfter: response.headers.get("Retry-After"), body: text, error });
}

async function readFirstBytes(response: Response): Promise<{ text: string; error: string | null }> {
	if (!response.body) return { text: "", error: null };
	const reader = response.body.getReader();
	const start = new Uint8Array(maxResponseBytes);
	let length = 0;
	let isComplete = true;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			const part = value.subarray(0, maxResponseBytes - length);
			start.set(part, length);
			length += part.length;
			if (part.length < value.length) {
				isComplete = false;
				await reader.cancel();
				break;
			}
		}
	} catch (error) {
		const reason = reasonOf(error);
		const message = reason === undefined ? "The answer broke off." : `The answer broke off: ${reason}`;
		return { text: truncatedText(start.subarray(0, length), false), error: message };
	}
	return { text: truncatedText(start.subarray(0, length), isComplete), error: null };
}

/** `ignoreBOM` keeps a byte order mark in the text, because it is part of the answer. */
const decoder = () => new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Returns at most 8192 bytes of valid text, cut between characters. */
export function truncatedText(bytes: Uint8Array, isComplete: boolean): string {
	// When it streams, the decoder leaves out a character that was cut in two.
	const text = decoder().decode(bytes, { stream: !isComplete }).replaceAll("\0", "\ufffd");
	const encoded = new TextEncoder().encode(text);
	return encoded.length <= maxResponseBytes
		? text
		: decoder().decode(encoded.subarray(0, maxResponseBytes), { stream: true });
}

/**
 * The words of the runtime when there is no answer, which would not help a tenant, and what they mean. It says the same
 * of a connection that is refused and of one that is reset.
 */
const runtimeErrors: [RegExp, string][] = [
	[/^Network connection lost/, "The receiver refused the connection, or ended it before it answered."],
	[/^internal error/, "The receiver's name does not exist, or no secure connection to it could be made."],
];

const meaningOf = (message: string): string | undefined => runtimeErrors.find(([words]) => words.test(message))?.[1];

/** Null if the error has no words for a tenant. */
const unmetReasonOf = (error: unknown): string | null => reasonOf(error) ?? meaningOf(messageOf(error)) ?? null;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Undefined if the runtime gives no reason that helps a tenant. */
function reasonOf(error: unknown): string | undefined {
	if (error instanceof Error && error.name === "TimeoutError") return `No answer within ${timeoutMs / 1000} seconds.`;
	const message = messageOf(error);
	return meaningOf(message) === undefined ? message.slice(0, 500) : undefined;
}
