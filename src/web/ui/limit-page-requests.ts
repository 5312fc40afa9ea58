import { createMiddleware } from "hono/factory";
import { countPage } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, gateRequestOf } from "../../platform/http/request/app-env.ts";

/** Counts a request for a page against its IP address, before the service reads anything for it. */
export const limitPageRequests = createMiddleware<AppEnv>(async (c, next) => {
	await countPage(gateRequestOf(c));
	await next();
});
