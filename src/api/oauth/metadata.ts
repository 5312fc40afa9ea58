import { scopes } from "../../platform/gate/scopes.ts";

/** RFC 8414 2 and RFC 9207 3. */
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
});
