import type { RateLimit } from "./answer.ts";

/** The base class of every error of this package. */
export class TattooStudioError extends Error {
	override name = "TattooStudioError";
}

/** No complete answer came: the connection failed or broke. */
export class ConnectionError extends TattooStudioError {
	override name = "ConnectionError";
	/**
	 * The key of the change; null if the request was no change. It is unknown whether the change was made. Send it again
	 * with this key: it is then made once.
	 */
	readonly idempotencyKey: string | null;

	constructor(message: string, { cause, idempotencyKey = null }: { cause?: unknown; idempotencyKey?: string | null }) {
		super(message, { cause });
		this.idempotencyKey = idempotencyKey;
	}
}

/** No complete answer came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
	override name = "TimeoutError";
}

/** An error document of the service (RFC 9457), as it was received. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	code: string;
	instance: string;
	request_id: string;
}

/** The details of an error that stand outside of its document. */
export interface Refusal {
	status: number;
	requestId: string;
	rateLimit: RateLimit;
	retryAfterSeconds: number | null;
	idempotencyKey: string | null;
	answer?: unknown;
}

/** An error that the service answered. Each code has its own subclass. */
export class ApiErrorBase<C extends string = string> extends TattooStudioError {
	/** Names the kind of error. The meaning of a code never changes. */
	readonly code: C;
	readonly status: number;
	/** Explains this error to people. The words may change. */
	readonly detail: string;
	/** The id of the request. Search for it in the dashboard's log of requests. */
	readonly requestId: string;
	readonly rateLimit: RateLimit;
	/** The time to wait before the next try, as the service asks for it. Null if it does not. */
	readonly retryAfterSeconds: number | null;
	/** The key of the change; null if the request was no change. */
	readonly idempotencyKey: string | null;
	/** The error document, as it was received. */
	readonly problem: Problem;
	/** The JSON of an answer that is no error document. Undefined otherwise. */
	readonly answer: unknown;

	constructor(problem: Problem, { status, requestId, rateLimit, retryAfterSeconds, idempotencyKey, answer }: Refusal) {
		const { type: _, title, status: __, detail, code, instance, request_id, ...own } = problem;
		super(`${detail || title} (${status} ${code}${requestId && `, request ${requestId}`})`);
		this.name = `${pascal(code)}Error`.replace("ErrorError", "Error");
		this.code = code as C;
		this.status = status;
		this.detail = detail;
		this.requestId = requestId;
		this.rateLimit = rateLimit;
		this.retryAfterSeconds = retryAfterSeconds;
		this.idempotencyKey = idempotencyKey;
		this.problem = problem;
		this.answer = answer;
		// The members that only this code has, and those of `extra`, become properties of the error.
		const { extra, ...others } = own as { extra?: object };
		Object.assign(this, readable({ ...others, ...extra }));
	}
}

const upper = (_: string, letter: string) => letter.toUpperCase();
const pascal = (code: string) => code.replace(/(?:^|_)([a-z])/g, upper);

/** Turns the names into camelCase, and the times into dates. */
function readable(value: unknown, name = ""): unknown {
	if (Array.isArray(value)) return value.map((one) => readable(one));
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key.replace(/_([a-z])/g, upper), readable(inner, key)]),
		);
	return typeof value === "string" && name.endsWith("_at") ? new Date(value) : value;
}
