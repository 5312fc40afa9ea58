import { type Answer, detailsIn, rateLimitIn, withDetails } from "./answer.ts";
import { ApiErrorBase, ConnectionError, type Problem, TimeoutError } from "./errors.ts";
import { errorClasses } from "./generated/problems.ts";
import type { AccessToken, ChangeOptions, Fetch, ReadOptions } from "./options.ts";
import { isRetryable, retryDelayMs, secondsIn, sleep } from "./retry.ts";
import { withoutTrailingSlashes } from "./slashes.ts";

/** If the service asks for a longer wait, the error goes to the caller, who decides. */
const maxRetryDelayMs = 120_000;

export interface Settings {
	baseUrl: string;
	credential: AccessToken;
	fetch: Fetch;
	timeoutMs: number;
	maxRetries: number;
}

export interface Sent extends ChangeOptions, Partial<ReadOptions> {
	query?: object | undefined;
	body?: unknown;
	/** The body, instead of JSON. Its type says which format it has. */
	file?: Blob;
}

interface Prepared {
	url: string;
	method: string;
	headers: Headers;
	body: string | Blob | undefined;
	key: string | null;
	timeoutMs: number;
	signal: AbortSignal | undefined;
}

export class Transport {
	readonly #settings: Settings;

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/** Returns the answer, or null if the record still has the version in `ifNoneMatch`. */
	async send<T extends object>(method: string, path: string, sent: Sent = {}): Promise<Answer<T> | null> {
		const request = this.#prepare(method, path, sent);
		const { maxRetries = this.#settings.maxRetries } = sent;
		let refusedToken: string | undefined;
		for (let failures = 0; ; ) {
			const token = await this.#authorize(request, refusedToken);
			try {
				return await this.#sendOnce<T>(request);
			} catch (error) {
				if (isExpired(error) && refusedToken === undefined && typeof this.#settings.credential === "function") {
					refusedToken = token;
					continue;
				}
				failures++;
				const wait = retryDelayMs(failures, error);
				if (!isRetryable(error) || failures > maxRetries || wait > maxRetryDelayMs) throw error;
				await sleep(wait, request.signal);
			}
		}
	}

	#prepare(method: string, path: string, sent: Sent): Prepared {
		const { baseUrl, timeoutMs } = this.#settings;
		const url = new URL(withoutTrailingSlashes(baseUrl) + path);
		for (const [name, value] of Object.entries(sent.query ?? {}))
			if (value !== undefined && value !== null) url.searchParams.set(name, inQuery(value));
		const headers = new Headers(sent.headers);
		const key =
			method === "GET" ? null : (sent.idempotencyKey ?? headers.get("Idempotency-Key") ?? newIdempotencyKey());
		if (key !== null) headers.set("Idempotency-Key", key);
		if (sent.ifMatch !== undefined) headers.set("If-Match", sent.ifMatch);
		if (sent.ifNoneMatch !== undefined) headers.set("If-None-Match", sent.ifNoneMatch);
		if (sent.dryRun) headers.set("Service-Dry-Run", "true");
		if (sent.file) headers.set("Content-Type", sent.file.type);
		if (sent.body !== undefined) headers.set("Content-Type", "application/json");
		return {
			url: url.href,
			method,
			headers,
			body: sent.file ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body)),
			key,
			timeoutMs: sent.timeoutMs ?? timeoutMs,
			signal: sent.signal,
		};
	}

	async #authorize({ headers }: Prepared, refused: string | undefined): Promise<string> {
		const { credential } = this.#settings;
		const token = typeof credential === "function" ? await credential(refused) : credential;
		headers.set("Authorization", `Bearer ${token}`);
		return token;
	}

	async #sendOnce<T extends object>(request: Prepared): Promise<Answer<T> | null> {
		const { url, method, headers, body, key, timeoutMs, signal } = request;
		signal?.throwIfAborted();
		const stopping = new AbortController();
		const stop = () => stopping.abort(signal?.reason);
		signal?.addEventListener("abort", stop);
		let hasTimedOut = false;
		const timer = setTimeout(() => {
			hasTimedOut = true;
			stopping.abort();
		}, timeoutMs);
		try {
			const init: RequestInit = { method, headers, signal: stopping.signal, redirect: "manual" };
			if (body !== undefined) init.body = body;
			const response = await this.#settings.fetch(url, init);
			return read<T>(response, await response.text(), key);
		} catch (cause) {
			signal?.throwIfAborted();
			if (cause instanceof ApiErrorBase) throw cause;
			const about = { cause, idempotencyKey: key };
			if (hasTimedOut) throw new TimeoutError(`${method} ${url}: no whole answer within ${timeoutMs} ms`, about);
			throw new ConnectionError(`${method} ${url}: ${cause instanceof Error ? cause.message : cause}`, about);
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener("abort", stop);
		}
	}
}

const isExpired = (error: unknown) => error instanceof ApiErrorBase && error.code === "expired_access_token";

const inQuery = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** A page without HTTPS has no `crypto.randomUUID`. */
const newIdempotencyKey = (): string =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function read<T extends object>(response: Response, text: string, idempotencyKey: string | null): Answer<T> | null {
	const { status, ok, headers } = response;
	if (status === 304) return null;
	const isJson = /json/.test(headers.get("Content-Type") ?? "");
	// JSON that ends too early throws here. The caller takes that for a broken connection.
	if (ok && isJson) return withDetails(JSON.parse(text) as T, detailsIn(headers));
	const answer: unknown = isJson ? JSON.parse(text) : undefined;
	const received = problemIn(answer);
	const problem = received ?? unexpected(status);
	const ErrorClass = Object.hasOwn(errorClasses, problem.code)
		? errorClasses[problem.code as keyof typeof errorClasses]
		: ApiErrorBase;
	throw new ErrorClass(problem, {
		status,
		requestId: problem.request_id || (headers.get("X-Request-ID") ?? ""),
		rateLimit: rateLimitIn(headers),
		retryAfterSeconds: secondsIn(headers.get("Retry-After")),
		idempotencyKey,
		answer: received ? undefined : answer,
	});
}

const problemIn = (answer: unknown): Problem | null =>
	typeof (answer as Problem | undefined)?.code === "string" ? (answer as Problem) : null;

/** The problem for an answer that did not come from the service, but from a proxy, for example. */
const unexpected = (status: number): Problem => ({
	type: "about:blank",
	title: `The answer ${status} does not come from the service`,
	status,
	detail: "",
	code: status >= 500 ? "service_unavailable" : "unexpected_answer",
	instance: "",
	request_id: "",
});
