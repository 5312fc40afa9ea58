/** What a client is made with. */
interface CommonOptions {
	/** The address of the service, such as `https://api.example.com`. By default `TATTOO_STUDIO_BASE_URL` of the environment. */
	baseUrl?: string | undefined;
	/** Sends the requests in place of the global `fetch`. */
	fetch?: Fetch | undefined;
	/** How long one attempt may take, its answer included. By default 30 000. */
	timeoutMs?: number | undefined;
	/** How often a request is sent again after a failure that may pass. By default 5. */
	maxRetries?: number | undefined;
}

/** An API key, or an access token of an OAuth app. Without either, `TATTOO_STUDIO_API_KEY` of the environment. */
type Credential =
	| { apiKey?: string | undefined; accessToken?: undefined }
	| { accessToken: AccessToken; apiKey?: undefined };

export type ClientOptions = CommonOptions & Credential;

/**
 * The token, or a function that is asked for it before each request. When the service says that a token has expired, the
 * function is asked once more, with that token.
 */
export type AccessToken = string | ((expired?: string) => string | Promise<string>);

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How one request is sent. */
export interface RequestOptions {
	/** Gives up the request and its retries. */
	signal?: AbortSignal | undefined;
	/** In place of the client's `timeoutMs`. */
	timeoutMs?: number | undefined;
	/** In place of the client's `maxRetries`. */
	maxRetries?: number | undefined;
	/** Further headers. */
	headers?: Record<string, string> | undefined;
}

/** How a change is sent that makes something. */
export interface CreateOptions extends RequestOptions {
	/** Names the change, so that it happens once however often it is sent. By default the client makes a key. */
	idempotencyKey?: string | undefined;
	/** Does everything but keep the change. The answer is the one that the change would have had. */
	dryRun?: boolean | undefined;
}

/** How a change is sent to a record that exists. */
export interface ChangeOptions extends CreateOptions {
	/** The `etag` of the record as it was read. When somebody has changed it since, the change is refused. */
	ifMatch?: string | undefined;
}

/** How a record is read that may be known already. */
export interface ReadOptions extends RequestOptions {
	/** The `etag` of the record that you have. While it is still that one, the answer is null. */
	ifNoneMatch: string;
}

/** A time in a request: a date, or ISO 8601 with `Z` or an offset. */
export type DateTime = string | Date;
