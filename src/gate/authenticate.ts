import { hashOfSecret } from "../lib/secret-value.ts";
import { type Problem, problem } from "../problems.ts";
import { type CredentialKind, formOf, unknown } from "./credentials.ts";

/** What an Authorization header amounts to before anything is looked up. */
export type Presented = { kind: CredentialKind; hash: string } | { refused: Problem };

/** Contract: Credentials 3, Credentials 4, Credentials 5. */
export function presented(authorization: string | undefined): Presented {
	const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization?.trim() ?? "") ?? [];
	if (scheme.toLowerCase() !== "bearer" || value === "")
		return {
			refused: unauthorized(problem("missing_api_key", "Send `Authorization: Bearer <credential>`."), "missing"),
		};
	const { kind, wellFormed } = formOf(value);
	return wellFormed ? { kind, hash: hashOfSecret(value) } : { refused: unauthorized(unknown(kind)) };
}

/** RFC 6750, 3: the bare challenge when no credential was sent, the reason otherwise. */
export const unauthorized = (refusal: Problem, credential: "missing" | "presented" = "presented"): Problem =>
	refusal.status === 401
		? refusal.with({ "WWW-Authenticate": credential === "missing" ? "Bearer" : 'Bearer error="invalid_token"' })
		: refusal;
