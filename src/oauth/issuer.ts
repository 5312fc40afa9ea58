import { isDevelopment } from "../env.ts";
import type { AppContext } from "../http/app-env.ts";
import { isLoopback } from "../lib/loopback.ts";
import { log } from "../log.ts";
import { problem } from "../problems.ts";

/** The issuer identifier of the authorization server (RFC 8414, RFC 9207; contract: OAuth 4). */
export function issuer({ env, req }: AppContext): string {
	const asked = new URL(req.url);
	if (isDevelopment(env) && isLoopback(asked.hostname)) return asked.origin;
	const configured = URL.parse(env.BASE_URL ?? "");
	if (configured && canBeIssuer(configured)) return configured.origin;
	log.error("fault", { message: "BASE_URL is not an https address, so the OAuth server is closed." });
	throw problem("service_unavailable", "The OAuth server is not configured.");
}

/** RFC 8414 2 demands https. Only `npm start` with production's rules uses http, to the machine itself. */
const canBeIssuer = ({ protocol, hostname }: URL): boolean =>
	protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
