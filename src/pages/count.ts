import { createMiddleware } from "hono/factory";
import { countPage } from "../gate/rate-limit.ts";
import { type AppEnv, visitorOf } from "../http/app-env.ts";

/** Counts a request for a page against its address, before the service reads anything for it. */
export const counted = createMiddleware<AppEnv>(async (c, next) => {
	await countPage(visitorOf(c));
	await next();
});
