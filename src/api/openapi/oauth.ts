import type { oas31 } from "zod-openapi";
import { ids } from "../../domain/events/catalogue/example-ids.ts";
import { scopes } from "../../platform/gate/scopes.ts";
import { metadata } from "../oauth/metadata.ts";
import {
	clientId,
	object,
	pkce,
	resource,
	revocationRequest,
	type Schema,
	scope,
	string,
	tokenRequest,
} from "./oauth-schemas.ts";
import { ref } from "./ref.ts";

const callback = "https://app.example.com/callback";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const tokens = { access: `svcoat_${"4f".repeat(20)}`, refresh: `svcort_${"7c".repeat(20)}` };
const json = (schema: string, example: unknown): oas31.ContentObject => ({
	"application/json": { schema: ref("schemas", schema), example } as never,
});

const form = (schema: Schema, example: unknown): oas31.RequestBodyObject => ({
	required: true,
	content: { "application/x-www-form-urlencoded": { schema, example } },
});

const refusal = (error: string, error_description: string) =>
	json("OAuthError", { error, error_description, request_id: ids.request });

export const oauthAnswers: Record<string, oas31.ResponseObject> = {
	OAuthInvalidRequest: {
		description: "The request is refused.",
		content: refusal("invalid_grant", "The code is unknown, used or expired."),
	},
	OAuthInvalidClient: {
		description: "The app did not authenticate.",
		headers: { "WWW-Authenticate": ref("headers", "WWW-Authenticate") },
		content: refusal("invalid_client", "The app is unknown or its secret is wrong."),
	},
	OAuthLimited: {
		description: "The address or the app has no requests left.",
		headers: { "Retry-After": ref("headers", "Retry-After") },
		content: refusal("temporarily_unavailable", "Too many requests."),
	},
	OAuthFailed: {
		description: "The service failed, or does not answer now.",
		content: refusal("server_error", "The service failed."),
	},
};

const answers = (...names: [status: string, name: string][]) =>
	Object.fromEntries(names.map(([status, name]) => [status, ref("responses", name)]));

const refused = ["400", "OAuthInvalidRequest"] as [string, string];
const bodyRefused: [string, string][] = [
	["408", "OAuthInvalidRequest"],
	["413", "OAuthInvalidRequest"],
];
const limited = ["429", "OAuthLimited"] as [string, string];
const failed = ["5XX", "OAuthFailed"] as [string, string];
const unknownClient = ["401", "OAuthInvalidClient"] as [string, string];

const query = (name: string, schema: Schema, example: string, required = true): oas31.ParameterObject => ({
	name,
	in: "query",
	required,
	schema,
	example,
});

const page = (description: string, title: string): oas31.ResponseObject => ({
	description,
	content: {
		"text/html": { schema: { type: "string" }, example: `<!doctype html>\n<title>${title}</title>\n…` },
	},
});

const redirect = (description: string): oas31.ResponseObject => ({
	description,
	headers: { Location: ref("headers", "Location") },
});

const byClient = [{ client: [] }, {}];

/** The authorization server (RFC 6749, 7636, 7009, 7662, 8414). */
export const oauthPaths = (origin: string): oas31.PathsObject => ({
	"/oauth/authorize": {
		get: {
			operationId: "authorize",
			tags: ["OAuth"],
			summary: "Ask a studio for access",
			description:
				"Open it in the browser of the person who decides: they sign in, choose the studio and allow or deny. The answer goes to the `redirect_uri` with `code` or `error`, `state` and `iss`.",
			security: [],
			parameters: [
				query("response_type", { type: "string", const: "code" }, "code"),
				query("client_id", clientId, "svcoa_4711"),
				query("redirect_uri", string("One of the app's, to the letter.", { format: "uri" }), callback),
				query("code_challenge", string("The SHA-256 of the verifier, base64url (RFC 7636).", pkce), challenge),
				query("code_challenge_method", { type: "string", const: "S256" }, "S256"),
				query("scope", scope, "read:clients write:clients"),
				query("state", string("Comes back with the answer."), "af0ifjsldkj", false),
				query("resource", resource, "https://api.example.com/v1", false),
				query("response_mode", { type: "string", const: "query" }, "query", false),
			],
			responses: {
				"200": page("The page that asks.", "Connect Ink Planner"),
				"302": redirect("To the `redirect_uri` with an error."),
				"303": redirect("To the sign-in page."),
				"400": page("The app or the `redirect_uri` is unknown.", "This link does not work"),
				"429": page("The address has no requests left.", "Something went wrong"),
				"5XX": page("The service failed before it knew where to redirect to.", "Something went wrong"),
			},
		},
	},
	"/oauth/token": {
		post: {
			operationId: "exchangeToken",
			tags: ["OAuth"],
			summary: "Exchange a code or a refresh token for tokens",
			description: "An access token lives for an hour. A refresh token that is used twice revokes the authorization.",
			security: byClient,
			requestBody: form(tokenRequest, {
				grant_type: "authorization_code",
				code: "svcac_9d3c",
				redirect_uri: callback,
				code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
				client_id: "svcoa_4711",
			}),
			responses: {
				"200": {
					description: "Done",
					content: json("OAuthTokens", {
						access_token: tokens.access,
						token_type: "Bearer",
						expires_in: 3600,
						refresh_token: tokens.refresh,
						scope: "read:clients write:clients",
					}),
				},
				...answers(refused, unknownClient, ...bodyRefused, limited, failed),
			},
		},
	},
	"/oauth/revoke": {
		post: {
			operationId: "revokeToken",
			tags: ["OAuth"],
			summary: "Revoke a token",
			description:
				"A refresh token ends the authorization, an access token itself. An unknown token gets the same answer.",
			security: byClient,
			requestBody: form(revocationRequest, { token: tokens.refresh, client_id: "svcoa_4711" }),
			responses: { "200": { description: "Done" }, ...answers(limited, failed) },
		},
	},
	"/oauth/introspect": {
		post: {
			operationId: "introspectToken",
			tags: ["OAuth"],
			summary: "Look a token up",
			description: "For first-party apps, which authenticate by Basic.",
			security: [{ client: [] }],
			requestBody: form(object({ token: string("An access token or a refresh token.") }, ["token"]), {
				token: tokens.access,
			}),
			responses: {
				"200": {
					description: "Done",
					content: json("OAuthIntrospection", {
						active: true,
						client_id: "svcoa_4711",
						scope: "read:clients",
						token_type: "Bearer",
						exp: 1_773_487_800,
						iat: 1_773_484_200,
						sub: ids.tenant,
					}),
				},
				...answers(refused, unknownClient, ...bodyRefused, limited, failed),
			},
		},
	},
	"/.well-known/oauth-authorization-server": {
		get: {
			operationId: "getOAuthMetadata",
			tags: ["OAuth"],
			summary: "Get the metadata of the authorization server",
			description: "RFC 8414. It needs no credential.",
			security: [],
			responses: {
				"200": {
					description: "Done",
					content: json("OAuthMetadata", { ...metadata(origin), scopes_supported: scopes.slice(0, 2) }),
				},
				...answers(limited, failed),
			},
		},
	},
});
