/** RFC 6749 5.2 and 4.1.2.1. */
type ErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_grant"
	| "unauthorized_client"
	| "unsupported_grant_type"
	| "invalid_scope";

/** A refusal in OAuth's own form. Descriptions are of its alphabet: no quotation marks, no backslashes. */
export class OAuthError extends Error {
	readonly error: ErrorCode;

	constructor(error: ErrorCode, description: string) {
		super(description);
		this.error = error;
	}

	get status(): 400 | 401 {
		return this.error === "invalid_client" ? 401 : 400;
	}
}

/** What a failure of the service is called, which RFC 6749 4.1.2.1 has names for. */
export const failureCode = (status: number): "temporarily_unavailable" | "server_error" =>
	status === 503 ? "temporarily_unavailable" : "server_error";
