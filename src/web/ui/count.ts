import { createMiddleware } from "hono/factory";
import { countPage } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, visitorOf } from "../../platform/http/request/app-env.ts";

/** Counts a request for a page against its address, before the service reads anything for it. */
export const counted = createMiddleware<AppEnv>(async (c, next) => {
	await countPage(visitorOf(c));
	await next();
});
