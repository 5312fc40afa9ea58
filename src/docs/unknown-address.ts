import { Hono } from "hono";
import { countAddress } from "../gate/rate-limit.ts";
import { type AppEnv, note, visitorOf } from "../http/app-env.ts";
import { wantsPage } from "../http/wants-page.ts";
import { showErrorPage } from "../pages/form.tsx";
import { missingPage } from "../pages/missing.tsx";
import { missingDocumentation } from "./missing.tsx";

/** What programs call: also a browser sees there what they get. */
const forPrograms = /^\/(v1|admin|oauth|healthz|\.well-known|openapi\.(json|yaml))(\/|$)/;
const documentation = /^\/docs\//;

/** Tells a person at a browser that there is nothing at this address (contract: Wire 28). */
export const unknownAddress = new Hono<AppEnv>();

unknownAddress.all("*", async (c, next) => {
	if (forPrograms.test(c.req.path) || !wantsPage(c)) return await next();
	await countAddress(visitorOf(c));
	note(c, { code: "resource_not_found" });
	return documentation.test(c.req.path) ? await missingDocumentation(c) : await missingPage(c);
});

unknownAddress.onError((error, c) => showErrorPage(error, c));
