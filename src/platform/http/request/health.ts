import { Hono } from "hono";
import { type AppEnv, note } from "./app-env.ts";

/** Contract: Observability 3. */
export const healthCheck = new Hono<AppEnv>();

healthCheck.get("/healthz", (c) => {
	note(c, { operationId: "healthz" });
	return c.json({ status: "ok" });
});
