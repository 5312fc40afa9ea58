import { ownOrigin } from "../env.ts";
import type { AppContext } from "../http/app-env.ts";
import { log } from "../log.ts";
import { problem } from "../problems.ts";

/** Who the authorization server says it is (RFC 8414, RFC 9207): this service's own origin. */
export function issuer({ env, req }: AppContext): string {
	const own = ownOrigin(env, req.url);
	if (own) return own;
	log.error("fault", { message: "BASE_URL is no https address: the OAuth server is closed." });
	throw problem("service_unavailable", "The OAuth server is not configured.");
}
