import { Hono } from "hono";
import { countAddress } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, gateRequestOf } from "../../platform/http/request/app-env.ts";
import { prefersHtml } from "../../platform/http/request/prefers-html.ts";
import { notFoundPage, respondToError } from "./respond.tsx";

/** Only programs ask for these addresses. */
const isOfPrograms = (path: string): boolean => /^\/(v1|oauth|admin|mcp|\.well-known)\//.test(path);

/** Tells a person at a browser that there is no page at this address (contract: Wire 28). */
export const unknownAddresses = new Hono<AppEnv>();

unknownAddresses.get("*", async (c, next) => {
	if (isOfPrograms(c.req.path) || !prefersHtml(c)) return await next();
	await countAddress(gateRequestOf(c));
	return await notFoundPage(c);
});

unknownAddresses.onError((error, c) => respondToError(error, c));
