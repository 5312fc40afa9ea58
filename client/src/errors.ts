import type { RateLimit } from "./answer.ts";

/** Every error of this package is one of these. */
export class TattooStudioError extends Error {
	override name = "TattooStudioError";
}

/** No whole answer came: the connection failed or broke. */
export class ConnectionError extends TattooStudioError {
	override name = "ConnectionError";
	/** The key of the change. Whether it happened is not known: send it again with this key, and it happens once. */
	readonly idempotencyKey: string | null;

	constructor(message: string, { cause, idempotencyKey = null }: { cause?: unknown; idempotencyKey?: string | null }) {
		super(message, { cause });
		this.idempotencyKey = idempotencyKey;
	}
}

/** No whole answer came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
	override name = "TimeoutError";
}

/** An error document of the service (RFC 9457), as it came. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	code: string;
	instance: string;
	request_id: string;
}

/** What an error knows beside its document. */
export interface Refusal {
	status: number;
	requestId: string;
	rateLimit: RateLimit;
	retryAfterSeconds: number | null;
	idempotencyKey: string | null;
}

/** An answer of the service that is an error. Each code has a class of its own. */
export class ApiErrorBase<C extends string = string> extends TattooStudioError {
	/** Says what happened. It never changes. */
	readonly code: C;
	readonly status: number;
	/** Says what happened to this request, for people. */
	readonly detail: string;
	/** The dashboard finds the request by it. */
	readonly requestId: string;
	readonly rateLimit: RateLimit;
	/** How long the service asks to wait. */
	readonly retryAfterSeconds: number | null;
	/** The key of the change. */
	readonly idempotencyKey: string | null;
	/** The error document, as it came. */
	readonly problem: Problem;

	constructor(problem: Problem, { status, requestId, rateLimit, retryAfterSeconds, idempotencyKey }: Refusal) {
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
		// The members of this code alone. Those of `extra` stand beside the others.
		const { extra, ...others } = own as { extra?: object };
		Object.assign(this, readable({ ...others, ...extra }));
	}
}

const upper = (_: string, letter: string) => letter.toUpperCase();
const pascal = (code: string) => code.replace(/(?:^|_)([a-z])/g, upper);

/** The same with names in camelCase, and with dates where the document has times. */
function readable(value: unknown, name = ""): unknown {
	if (Array.isArray(value)) return value.map((one) => readable(one));
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key.replace(/_([a-z])/g, upper), readable(inner, key)]),
		);
	return typeof value === "string" && name.endsWith("_at") ? new Date(value) : value;
}
