import { contactUri } from "../../../platform/lib/url/contact-uri.ts";

/** The months, the present one among them, after whose end the text no longer holds. */
const months = 6;

/**
 * RFC 9116. Undefined without a contact. The day on which the text expires moves on with each month, so the same text is
 * sent for a month, and it always holds for months.
 */
export function securityText(contact: string | undefined, origin: string, now: number): string | undefined {
	const uri = contactUri(contact ?? "");
	if (uri === undefined) return undefined;
	const today = new Date(now);
	const expires = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months)).toISOString();
	return `Contact: ${uri}
Expires: ${expires.replace(".000", "")}
Preferred-Languages: en
Canonical: ${origin}/.well-known/security.txt
`;
}
