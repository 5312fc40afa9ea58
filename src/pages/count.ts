import { createMiddleware } from "hono/factory";
import { countPage } from "../gate/rate-limit.ts";
import { type AppEnv, visitorOf } from "../http/app-env.ts";

/** Counts a page against the address that asks for it, before anything is read for it. */
export const counted = createMiddleware<AppEnv>(async (c, next) => {
	await countPage(visitorOf(c));
	await next();
});
