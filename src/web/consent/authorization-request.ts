import { isChallenge } from "../../api/oauth/tokens/pkce.ts";
import { requestedScopes } from "../../api/oauth/tokens/requested-scopes.ts";
import type { App } from "../../domain/access/oauth-apps/apps.ts";
import { isRegistered, redirectUriFault } from "../../domain/access/oauth-apps/redirect-uri.ts";
import type { Settings } from "../../platform/context.ts";
import { type Audience, audienceOf } from "../../platform/gate/credentials/audience.ts";
import { type Parameters, parametersOf } from "../../platform/http/request/body/urlencoded.ts";

/** RFC 6749 4.1.2.1, RFC 8707 2. */
type AuthorizationError =
	| "invalid_request"
	| "unauthorized_client"
	| "access_denied"
	| "unsupported_response_type"
	| "invalid_scope"
	| "invalid_target";

/** The app, and the registered address at which the service may answer it. */
export interface ReturnAddress {
	app: App;
	redirectUri: string;
	state: string | undefined;
}

export interface AuthorizationRequest extends ReturnAddress {
	scopes: string[];
	codeChallenge: string;
	/** Null when the app named no resource. */
	audience: Audience | null;
}

export type RequestCheck =
	/** Nobody may be redirected. The person at the browser sees the fault on an error page (contract: OAuth 6). */
	| { outcome: "untrusted"; fault: string }
	| { outcome: "refused"; returnTo: ReturnAddress; error: AuthorizationError; description: string }
	| { outcome: "valid"; request: AuthorizationRequest };

/** The fault says why the document that describes the app cannot be used. */
type FindClient = (clientId: string) => Promise<{ app: App } | { fault: string } | undefined>;

/** The request is encoded once more into a `Location`, and clients commonly take headers of up to 16 KiB. */
const maxEncodedLength = 12_000;

/** First come the app and its address, to which the service may answer, then the rest. */
export async function checkRequest(
	findClient: FindClient,
	{ settings, origin }: { settings: Settings; origin: string },
	query: string,
): Promise<RequestCheck> {
	const untrusted = (fault: string): RequestCheck => ({ outcome: "untrusted", fault });
	if (new URLSearchParams({ query }).toString().length > maxEncodedLength) return untrusted("The link is too long.");
	const { parameters, repeated } = parametersOf(new URLSearchParams(query));
	for (const name of ["client_id", "redirect_uri"]) {
		if (repeated.has(name)) return untrusted(`The link names ${name} more than once.`);
		if (parameters[name] === undefined) return untrusted(`The link lacks ${name}.`);
	}
	const { client_id = "", redirect_uri: redirectUri = "", state } = parameters;
	const found = await findClient(client_id);
	if (!found) return untrusted("The app is not known here.");
	if ("fault" in found) return untrusted(`The metadata document of the app ${found.fault}.`);
	const { app } = found;
	// The address may have been registered in development. Production allows less.
	if (!isRegistered(app, redirectUri) || redirectUriFault(redirectUri, { ...settings, native: app.native }))
		return untrusted("The link leads back to an address that the app has not registered.");
	const returnTo = { app, redirectUri, state };
	const { resource, scope } = parameters;
	const audience = resource === undefined ? null : audienceOf(origin, resource);
	const scopes = scope === undefined && audience === "mcp" ? app.scopes : requestedScopes(scope);
	for (const { error, description, holds } of requirements) {
		if (!holds({ app, parameters, repeated, scopes, audience }))
			return { outcome: "refused", returnTo, error, description };
	}
	return {
		outcome: "valid",
		request: {
			...returnTo,
			scopes: scopes ?? [],
			codeChallenge: parameters.code_challenge ?? "",
			audience: audience ?? null,
		},
	};
}

interface ParsedRequest {
	app: App;
	parameters: Parameters;
	repeated: Set<string>;
	scopes: string[] | null;
	/** Undefined when the resource is none of this service's. */
	audience: Audience | null | undefined;
}

interface Requirement {
	error: AuthorizationError;
	description: string;
	holds(request: ParsedRequest): boolean;
}

const requirements: Requirement[] = [
	{
		error: "invalid_request",
		description: "A parameter is repeated.",
		holds: ({ repeated }) => repeated.size === 0,
	},
	{
		error: "unauthorized_client",
		description: "The app is suspended.",
		holds: ({ app }) => app.status === "ACTIVE",
	},
	{
		error: "invalid_request",
		description: "The parameter response_type is missing.",
		holds: ({ parameters }) => parameters.response_type !== undefined,
	},
	{
		error: "unsupported_response_type",
		description: "The only response_type is code.",
		holds: ({ parameters }) => parameters.response_type === "code",
	},
	{
		error: "invalid_request",
		description: "The only response_mode is query.",
		holds: ({ parameters }) => (parameters.response_mode ?? "query") === "query",
	},
	{
		error: "invalid_request",
		description: "PKCE is required: send a code_challenge of 43 to 128 unreserved characters.",
		holds: ({ parameters }) => isChallenge(parameters.code_challenge ?? ""),
	},
	{
		error: "invalid_request",
		description: "The only code_challenge_method is S256.",
		holds: ({ parameters }) => parameters.code_challenge_method === "S256",
	},
	{
		error: "invalid_scope",
		description: "Name the scopes that you need, with one space between them.",
		holds: ({ scopes }) => scopes !== null,
	},
	{
		error: "invalid_scope",
		description: "A scope is unknown or not registered for the app.",
		holds: ({ app, scopes }) => scopes?.every((scope) => app.scopes.includes(scope)) ?? false,
	},
	{
		error: "invalid_target",
		description: "The resource is none of this service.",
		holds: ({ audience }) => audience !== undefined,
	},
];
