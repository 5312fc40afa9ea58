import { cors as honoCors } from "hono/cors";

/** Browsers may call with a bearer token; there are no cookies here to be lured out. */
export const cors = honoCors({
	origin: "*",
	allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
	allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "X-Request-ID"],
	exposeHeaders: [
		"Idempotent-Replayed",
		"Link",
		"Location",
		"RateLimit-Limit",
		"RateLimit-Policy",
		"RateLimit-Remaining",
		"RateLimit-Reset",
		"Retry-After",
		"Server-Timing",
		"Service-Ignored-Fields",
		"WWW-Authenticate",
		"X-RateLimit-Scope",
		"X-Request-ID",
	],
	maxAge: 86_400,
});
