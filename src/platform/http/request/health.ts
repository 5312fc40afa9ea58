import { Hono } from "hono";
import { type AppEnv, note } from "./app-env.ts";

/** Contract: Observability 3. */
export const healthCheck = new Hono<AppEnv>();

// A deployment that tries itself sends a webhook here.
healthCheck.on(["GET", "POST"], "/healthz", (c) => {
	note(c, { operationId: "healthz" });
	return c.json({ status: "ok" });
});
