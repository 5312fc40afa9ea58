import { Hono } from "hono";
import { type AppEnv, note } from "./app-env.ts";

/** Whether the Worker answers at all: without a credential, a count or the database. */
export const healthCheck = new Hono<AppEnv>();

healthCheck.get("/healthz", (c) => {
	note(c, { operationId: "healthz" });
	return c.json({ status: "ok" });
});
