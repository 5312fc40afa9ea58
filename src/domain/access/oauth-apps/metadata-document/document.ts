import * as z from "zod";
import { name } from "../../../../platform/http/fields/fields.ts";
import { webUrl } from "../../../../platform/http/fields/web-url.ts";
import type { App } from "../apps.ts";
import { isLoopbackUri, redirectUriFault } from "../redirect-uri.ts";

export type DescribedApp = Pick<App, "name" | "logoUrl" | "redirectUris" | "native">;

/** The members that the service reads (RFC 7591 2). */
const shape = z.object({
	client_id: z.string(),
	client_name: name(100).refine((text) => !invisible.test(text), "must not contain invisible characters"),
	redirect_uris: z.array(z.string()).min(1),
	logo_uri: z.string().nullish(),
	grant_types: z.array(z.string()).nullish(),
	response_types: z.array(z.string()).nullish(),
	token_endpoint_auth_method: z.string().nullish(),
	client_secret: z.unknown().optional(),
});

/** Control characters, and those that turn the direction of the text. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const codeSchemes = /^\s*(?:javascript|vbscript|data|blob|file):/i;

/** The fault continues a sentence that begins with "The metadata document". */
export function readDocument(
	text: string,
	clientId: string,
	rules: { development: boolean },
): DescribedApp | { fault: string } {
	const parsed = shape.safeParse(parse(text));
	if (!parsed.success) return { fault: faultIn(parsed.error.issues[0]) };
	const given = parsed.data;
	// The document of one app must not pass for that of another.
	if (given.client_id !== clientId) return { fault: "names another client_id than its own address" };
	const fault = methodFault(given);
	if (fault) return { fault };
	if (given.redirect_uris.some((uri) => codeSchemes.test(uri)))
		return { fault: "has a redirect URI that would run code" };
	// Apps also list addresses for other servers, such as private schemes. Those are of no use here.
	const redirectUris = given.redirect_uris.filter((uri) => !redirectUriFault(uri, { ...rules, native: true }));
	if (redirectUris.length === 0) return { fault: "has no redirect URI that can be used here" };
	const { logo_uri: logo = null } = given;
	if (logo !== null && !webUrl.safeParse(logo).success) return { fault: "has a logo_uri that is no http or https URL" };
	return {
		name: given.client_name,
		logoUrl: logo,
		redirectUris: [...new Set(redirectUris)],
		native: redirectUris.some(isLoopbackUri),
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function faultIn(issue: z.core.$ZodIssue | undefined): string {
	const [member] = issue?.path ?? [];
	return member === undefined ? "is not a JSON object" : `lacks a usable ${String(member)}: ${issue?.message}`;
}

/** A document is public, so a secret in it is none, and the app must work with a code and PKCE (contract: OAuth 43). */
function methodFault(given: z.output<typeof shape>): string | null {
	if (given.client_secret !== undefined || given.token_endpoint_auth_method?.startsWith("client_secret"))
		return "is that of an app with a secret, and only public apps have documents here";
	if (given.grant_types && !given.grant_types.includes("authorization_code"))
		return "does not name the grant type authorization_code";
	if (given.response_types && !given.response_types.includes("code")) return "does not name the response type code";
	return null;
}
