import { Hono } from "hono";
import { countAddress } from "../../../platform/gate/rate-limit.ts";
import { type AppEnv, gateRequestOf, note } from "../../../platform/http/request/app-env.ts";
import { prefersHtml } from "../../../platform/http/request/headers/prefers-html.ts";
import { showErrorPage } from "../../ui/form.tsx";
import { docsNotFoundPage } from "./not-found-page.tsx";

/** A person at a browser gets a page (contract: Wire 28). */
export const docsNotFound = new Hono<AppEnv>();

docsNotFound.get("/docs/*", async (c, next) => {
	if (!prefersHtml(c)) return await next();
	await countAddress(gateRequestOf(c));
	note(c, { code: "resource_not_found" });
	return await docsNotFoundPage(c);
});

docsNotFound.onError((error, c) => showErrorPage(error, c));
