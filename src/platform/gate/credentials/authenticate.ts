import { type Problem, problem } from "../../problems/problem.ts";
import { kindOfCredential, type PresentedCredential, presentedCredential, unknownCredential } from "./credentials.ts";

/** The credential in an Authorization header, judged by its form alone. */
export type ParsedAuthorization = PresentedCredential | { refused: Problem; wasSent: boolean };

/** Contract: Credentials 3, Credentials 4, Credentials 5. */
export function parseAuthorization(authorization: string | undefined): ParsedAuthorization {
	const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization?.trim() ?? "") ?? [];
	if (scheme.toLowerCase() !== "bearer" || value === "")
		return { refused: problem("missing_api_key", "Send `Authorization: Bearer <credential>`."), wasSent: false };
	const { kind, wellFormed } = kindOfCredential(value);
	return wellFormed ? presentedCredential(kind, value) : { refused: unknownCredential(kind), wasSent: true };
}

interface Challenge {
	/** The challenge names a fault only when the caller sent a credential (RFC 6750 3; contract: Credentials 16). */
	wasSent: boolean;
	/** The address of the metadata that says where tokens come from (RFC 9728 5.1); null where there is none. */
	resourceMetadata: string | null;
}

export function unauthorized(refusal: Problem, { wasSent, resourceMetadata }: Challenge): Problem {
	if (refusal.status !== 401) return refusal;
	const parameters = [
		wasSent ? 'error="invalid_token"' : null,
		resourceMetadata ? `resource_metadata="${resourceMetadata}"` : null,
	];
	const told = parameters.filter((parameter) => parameter !== null).join(", ");
	return refusal.with({ "WWW-Authenticate": told ? `Bearer ${told}` : "Bearer" });
}
