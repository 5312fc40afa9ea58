import { cors as honoCors } from "hono/cors";

const exposed = [
	"Deprecation",
	"ETag",
	"Idempotent-Replayed",
	"Link",
	"Location",
	"RateLimit-Limit",
	"RateLimit-Policy",
	"RateLimit-Remaining",
	"RateLimit-Reset",
	"Retry-After",
	"Server-Timing",
	"Service-Dry-Run",
	"Service-Dry-Run-Events",
	"Service-Ignored-Fields",
	"Sunset",
	"WWW-Authenticate",
	"X-RateLimit-Scope",
	"X-Request-ID",
];

/** Scripts of every origin may call with a bearer token. Cookies play no part (contract: Wire 30, OAuth 33). */
export const cors = honoCors({
	origin: "*",
	allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
	allowHeaders: [
		"Authorization",
		"Content-Type",
		"Idempotency-Key",
		"If-Match",
		"If-None-Match",
		"Mcp-Method",
		"Mcp-Name",
		"MCP-Protocol-Version",
		"Service-Dry-Run",
		"X-Request-ID",
	],
	exposeHeaders: exposed,
	maxAge: 86_400,
});

const exposedHeader = exposed.join(",");

/** Adds the same headers as `cors` to a finished answer. */
export function setCorsHeaders(headers: Headers): void {
	headers.set("Access-Control-Allow-Origin", "*");
	headers.set("Access-Control-Expose-Headers", exposedHeader);
}
