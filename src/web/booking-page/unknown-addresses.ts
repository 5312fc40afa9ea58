import { Hono } from "hono";
import { countAddress } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, gateRequestOf } from "../../platform/http/request/app-env.ts";
import { notFoundPage, respondToError } from "./respond.tsx";
import { wantsPage } from "./wants-page.ts";

/** A person at a browser gets a page (contract: Wire 28). */
export const unknownAddresses = new Hono<AppEnv>();

unknownAddresses.get("*", async (c, next) => {
	if (!wantsPage(c)) return await next();
	await countAddress(gateRequestOf(c));
	return await notFoundPage(c);
});

unknownAddresses.onError((error, c) => respondToError(error, c));
