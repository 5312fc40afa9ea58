import { type Problem, problem } from "../../problems/problem.ts";
import { formOf, type PresentedCredential, presentedCredential, unknownCredential } from "./credentials.ts";

/** The credential in an Authorization header, judged by its form alone. */
export type ParsedAuthorization = PresentedCredential | { refused: Problem };

/** Contract: Credentials 3, Credentials 4, Credentials 5. */
export function parseAuthorization(authorization: string | undefined): ParsedAuthorization {
	const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization?.trim() ?? "") ?? [];
	if (scheme.toLowerCase() !== "bearer" || value === "")
		return {
			refused: unauthorized(problem("missing_api_key", "Send `Authorization: Bearer <credential>`."), "missing"),
		};
	const { kind, wellFormed } = formOf(value);
	return wellFormed ? presentedCredential(kind, value) : { refused: unauthorized(unknownCredential(kind)) };
}

/** RFC 6750 3: the challenge has a reason only when the caller sent a credential (contract: Credentials 16). */
export const unauthorized = (refusal: Problem, credential: "missing" | "presented" = "presented"): Problem =>
	refusal.status === 401
		? refusal.with({ "WWW-Authenticate": credential === "missing" ? "Bearer" : 'Bearer error="invalid_token"' })
		: refusal;
