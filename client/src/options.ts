/** The options of a client, apart from its credential. */
interface CommonOptions {
	/** The address of the service, such as `https://api.example.com`. Default: the variable `TATTOO_STUDIO_BASE_URL`. */
	baseUrl?: string | undefined;
	/** Sends the requests, in place of the global `fetch`. */
	fetch?: Fetch | undefined;
	/** The time limit of one attempt, including its answer, in milliseconds. Default: 30 000. */
	timeoutMs?: number | undefined;
	/** How often a request is repeated after a failure that may pass. Default: 5. */
	maxRetries?: number | undefined;
}

/** An API key, or an access token of an OAuth app. Default: the variable `TATTOO_STUDIO_API_KEY`. */
type Credential =
	| { apiKey?: string | undefined; accessToken?: undefined }
	| { accessToken: AccessToken; apiKey?: undefined };

/** The options of a client. */
export type ClientOptions = CommonOptions & Credential;

/**
 * An access token, or a function that returns one. The function is called before each request. If the service refuses
 * the token as expired, the function is called once more, with that token, and the request is repeated.
 */
export type AccessToken = string | ((expired?: string) => string | Promise<string>);

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of one request. */
export interface RequestOptions {
	/** Cancels the request and its retries. */
	signal?: AbortSignal | undefined;
	/** Replaces the client's `timeoutMs` for this request. */
	timeoutMs?: number | undefined;
	/** Replaces the client's `maxRetries` for this request. */
	maxRetries?: number | undefined;
	/** Additional headers. */
	headers?: Record<string, string> | undefined;
}

/** The options of a request that creates a record. */
export interface CreateOptions extends RequestOptions {
	/** The key of the change: however often it is sent with this key, it is made once. Default: a new random key. */
	idempotencyKey?: string | undefined;
	/** Checks everything and answers as the change would, but saves nothing. */
	dryRun?: boolean | undefined;
}

/** The options of a request that changes a record. */
export interface ChangeOptions extends CreateOptions {
	/** The `etag` of the record as you read it. If the record has changed since, the service refuses the change. */
	ifMatch?: string | undefined;
}

/** The options of a read that is to answer only if the record has changed. */
export interface ReadOptions extends RequestOptions {
	/** The `etag` of the record that you have. If the record has not changed since, the method returns null. */
	ifNoneMatch: string;
}

/** A time in a request: a `Date`, or text in ISO 8601 with `Z` or an offset. */
export type DateTime = string | Date;

/** One value or several, as a list or with commas between them. */
export type Several<T extends string> = T | readonly T[] | `${T},${string}`;
