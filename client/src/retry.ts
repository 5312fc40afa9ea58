import { ApiErrorBase, ConnectionError } from "./errors.ts";

const firstDelayMs = 500;
const longestDelayMs = 8000;

/**
 * Codes below 500 whose cause passes by itself. Every other refusal stays the same, however often the request is sent.
 */
const retryableCodes = ["rate_limit_exceeded", "idempotency_key_concurrent", "request_timeout"];

/** Whether the same request may succeed later. A change cannot be made twice, because it carries its key. */
export const isRetryable = (error: unknown): boolean =>
	error instanceof ConnectionError ||
	(error instanceof ApiErrorBase &&
		(error.status >= 500 || error.status === 429 || retryableCodes.includes(error.code)));

/**
 * The time to wait after so many failures: exponential, with jitter, so that clients that failed together come back at
 * different times, and never shorter than the service asks for.
 */
export function retryDelayMs(failures: number, error: unknown, random = Math.random): number {
	const step = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1));
	const requestedSeconds = (error instanceof ApiErrorBase && error.retryAfterSeconds) || 0;
	return Math.max(step * (0.5 + random() / 2), requestedSeconds * 1000 * (1 + random() / 4));
}

/** Reads `Retry-After`: seconds, or an HTTP date, as proxies send it. */
export function secondsIn(header: string | null, now = Date.now()): number | null {
	if (header === null) return null;
	const seconds = Number(header);
	if (header.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, seconds);
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		if (signal?.aborted) stop();
		else signal?.addEventListener("abort", stop, { once: true });
	});
