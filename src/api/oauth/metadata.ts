import { type Audience, resourceOf } from "../../platform/gate/credentials/audience.ts";
import { scopes } from "../../platform/gate/scopes.ts";

/** RFC 8414 2, RFC 9207 3 and draft-ietf-oauth-client-id-metadata-document-02 6. */
export const metadata = (issuer: string) => ({
	issuer,
	authorization_endpoint: `${issuer}/oauth/authorize`,
	token_endpoint: `${issuer}/oauth/token`,
	revocation_endpoint: `${issuer}/oauth/revoke`,
	introspection_endpoint: `${issuer}/oauth/introspect`,
	scopes_supported: scopes,
	response_types_supported: ["code"],
	response_modes_supported: ["query"],
	grant_types_supported: ["authorization_code", "refresh_token"],
	token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
	revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
	introspection_endpoint_auth_methods_supported: ["client_secret_basic"],
	code_challenge_methods_supported: ["S256"],
	authorization_response_iss_parameter_supported: true,
	client_id_metadata_document_supported: true,
});

/**
 * RFC 9728 2. A client of /mcp asks for all scopes that are named here, and an app that has fewer would be refused. Without
 * them it asks for none by name and gets those of its app (contract: OAuth 9).
 */
export const resourceMetadata = (origin: string, audience: Audience, docsUrl: string) => ({
	resource: resourceOf(origin, audience),
	authorization_servers: [origin],
	...(audience === "mcp" ? {} : { scopes_supported: scopes }),
	bearer_methods_supported: ["header"],
	resource_documentation: docsUrl,
});
