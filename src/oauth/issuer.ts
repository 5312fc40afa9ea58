import { isDevelopment } from "../env.ts";
import type { AppContext } from "../http/app-env.ts";
import { problem } from "../problems.ts";
import { isLoopback } from "./redirect-uri.ts";

/**
 * Who the authorization server says it is (RFC 8414, RFC 9207). Configured, and never what a Host
 * header says; in development the loopback address that was asked.
 */
export function issuer({ env, req }: AppContext): string {
	const asked = new URL(req.url);
	if (isDevelopment(env) && isLoopback(asked.hostname)) return asked.origin;
	const configured = URL.parse(env.BASE_URL ?? "");
	if (configured && canBeIssuer(configured)) return configured.origin;
	console.error(JSON.stringify({ level: "error", error: "BASE_URL is no https address: the OAuth server is closed" }));
	throw problem("service_unavailable", "The OAuth server is not configured.");
}

/** RFC 8414 2; over http only where `npm start` tries production's rules on the machine itself. */
const canBeIssuer = ({ protocol, hostname }: URL): boolean =>
	protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
