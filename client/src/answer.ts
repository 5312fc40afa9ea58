/** The bucket with the fewest requests left. */
export interface RateLimit {
	/** Requests a minute. */
	limit: number;
	/** Requests that are left. */
	remaining: number;
	/** Seconds until the bucket is full. */
	reset: number;
}

/** What an answer tells beside its fields. None of it is enumerated, so that the record can be kept or sent as it is. */
export interface AnswerDetails {
	/** The id of the request. The dashboard finds the request by it. */
	readonly requestId: string;
	readonly rateLimit: RateLimit;
	/** The properties and parameters that the service does not know and has dropped. */
	readonly ignoredFields: string[];
	/** The version of the record, for `ifMatch` and `ifNoneMatch`. Null where the answer has none. */
	readonly etag: string | null;
	/** The change had happened before: this is its first answer again. */
	readonly replayed: boolean;
	/** After a dry run: the types of the events that the change would have caused. */
	readonly dryRunEvents: string[] | null;
}

/** A record with what its answer tells beside it. */
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
