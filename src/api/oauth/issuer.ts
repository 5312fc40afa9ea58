import { serviceOrigin } from "../../platform/env.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { log } from "../../platform/log.ts";
import { problem } from "../../platform/problems/problem.ts";

/** The issuer identifier of the authorization server (RFC 8414, RFC 9207; contract: OAuth 4). */
export function issuer({ env, req }: AppContext): string {
	const own = serviceOrigin(env, req.url);
	if (own) return own;
	log.error("fault", { message: "BASE_URL is not an https address, so the OAuth server is closed." });
	throw problem("service_unavailable", "The OAuth server is not configured.");
}
