import type { oas31 } from "zod-openapi";
import { metadata } from "../oauth/metadata.ts";

export type Schema = oas31.SchemaObject;

export const string = (description: string, more: Schema = {}): Schema => ({ type: "string", description, ...more });
export const object = (properties: Record<string, Schema>, required: string[], more: Schema = {}): Schema => ({
	type: "object",
	properties,
	required,
	...more,
});

export const clientId = string("The id of the app.", { example: "svcoa_4711" });
export const pkce = { pattern: "^[A-Za-z0-9._~-]{43,128}$" };
export const scope = string("Scopes, separated by spaces.");
export const resource = string("The resource that the token is for (RFC 8707): this origin, `…/v1` or `…/mcp`.", {
	format: "uri",
});
const clientInBody = {
	client_id: string("For a public app, and for one that does not authenticate by Basic."),
	client_secret: string("For a confidential app that does not authenticate by Basic."),
};

export const tokenRequest: Schema = {
	oneOf: [
		object(
			{
				grant_type: string("Exchanges a code.", { const: "authorization_code" }),
				code: string("The code that the redirect brought. It lives for 60 seconds."),
				redirect_uri: string("The one of the authorization.", { format: "uri" }),
				code_verifier: string("The value from which the challenge was made (RFC 7636).", pkce),
				resource,
				...clientInBody,
			},
			["grant_type", "code", "redirect_uri", "code_verifier"],
			{ title: "With a code" },
		),
		object(
			{
				grant_type: string("Exchanges a refresh token.", { const: "refresh_token" }),
				refresh_token: string("The present refresh token. Each works once."),
				scope: string("Fewer scopes for this access token, separated by spaces."),
				resource,
				...clientInBody,
			},
			["grant_type", "refresh_token"],
			{ title: "With a refresh token" },
		),
	],
};

export const revocationRequest = object(
	{ token: string("An access token or a refresh token."), token_type_hint: string("Ignored."), ...clientInBody },
	["token"],
);

const metadataNames = Object.keys(metadata(""));

export const oauthSchemas: Record<string, Schema> = {
	OAuthTokens: object(
		{
			access_token: { type: "string" },
			token_type: { type: "string", const: "Bearer" },
			expires_in: { type: "integer" },
			refresh_token: { type: "string" },
			scope: { type: "string" },
		},
		["access_token", "token_type", "expires_in", "refresh_token", "scope"],
	),
	OAuthError: object(
		{
			error: string("A code of RFC 6749 5.2, or `temporarily_unavailable` or `server_error`."),
			error_description: { type: "string" },
			request_id: { type: "string" },
		},
		["error", "error_description", "request_id"],
		{ description: "An error in the form of RFC 6749 5.2." },
	),
	OAuthIntrospection: object(
		{
			active: string("False for a token that does not work now, and then nothing else is told.", { type: "boolean" }),
			client_id: { type: "string" },
			scope: { type: "string" },
			token_type: { type: "string", enum: ["Bearer", "refresh_token"] },
			exp: { type: "integer" },
			iat: { type: "integer" },
			sub: string("The id of the tenant."),
			aud: string("The `resource` that the app named, if any."),
		},
		["active"],
	),
	OAuthMetadata: object(
		Object.fromEntries(
			Object.entries(metadata("")).map(([name, value]) => [
				name,
				Array.isArray(value)
					? ({ type: "array", items: { type: "string" } } as Schema)
					: ({ type: typeof value as "string" } as Schema),
			]),
		),
		metadataNames,
		{ description: "RFC 8414." },
	),
};
