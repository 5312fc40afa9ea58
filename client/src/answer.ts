/** The state of the rate limit that has the fewest requests left. */
export interface RateLimit {
	/** How many requests a minute it allows. */
	limit: number;
	/** How many requests are left. */
	remaining: number;
	/** Seconds until all requests are available again. */
	reset: number;
}

/**
 * The details of an answer that stand in its headers. These properties are not enumerable: `JSON.stringify` and object
 * spread see the record alone.
 */
export interface AnswerDetails {
	/** The id of the request. Search for it in the dashboard's log of requests. */
	readonly requestId: string;
	readonly rateLimit: RateLimit;
	/** The properties and parameters that the service does not know and has ignored. */
	readonly ignoredFields: string[];
	/** The version of the record, for `ifMatch` and `ifNoneMatch`. Null if the answer has none. */
	readonly etag: string | null;
	/** True if the change was made by an earlier request with the same key. The answer is that of the earlier request. */
	readonly replayed: boolean;
	/** The types of the events that the change would have caused. Null unless the request was a dry run. */
	readonly dryRunEvents: string[] | null;
}

/** A record, with the details of the answer that brought it. */
export type Answer<T> = T & AnswerDetails;

const listIn = (header: string | null) =>
	header
		?.split(",")
		.map((name) => name.trim())
		.filter(Boolean) ?? [];

const numberIn = (header: string | null) => (header === null ? Number.NaN : Number(header));

export const rateLimitIn = (headers: Headers): RateLimit => ({
	limit: numberIn(headers.get("RateLimit-Limit")),
	remaining: numberIn(headers.get("RateLimit-Remaining")),
	reset: numberIn(headers.get("RateLimit-Reset")),
});

export const detailsIn = (headers: Headers): AnswerDetails => ({
	requestId: headers.get("X-Request-ID") ?? "",
	rateLimit: rateLimitIn(headers),
	ignoredFields: listIn(headers.get("Service-Ignored-Fields")).map(decodeURIComponent),
	etag: headers.get("ETag"),
	replayed: headers.get("Idempotent-Replayed") === "true",
	dryRunEvents: headers.has("Service-Dry-Run") ? listIn(headers.get("Service-Dry-Run-Events")) : null,
});

export function withDetails<T extends object>(value: T, details: AnswerDetails): Answer<T> {
	for (const [name, detail] of Object.entries(details)) Object.defineProperty(value, name, { value: detail });
	return value as Answer<T>;
}
