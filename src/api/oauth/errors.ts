/** RFC 6749 5.2 and 4.1.2.1, RFC 8707 2. */
type ErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_grant"
	| "unauthorized_client"
	| "unsupported_grant_type"
	| "invalid_scope"
	| "invalid_target";

/** A refusal in the form of OAuth. Its alphabet allows no quotation marks and no backslashes in a description. */
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

/** The error code of RFC 6749 4.1.2.1 for a failure of the service itself. */
export const failureCode = (status: number): "temporarily_unavailable" | "server_error" =>
	status === 503 ? "temporarily_unavailable" : "server_error";
