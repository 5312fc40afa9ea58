import { Hono } from "hono";
import { countAddress } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, note, visitorOf } from "../../platform/http/request/app-env.ts";
import { wantsPage } from "../../platform/http/request/wants-page.ts";
import { showErrorPage } from "../ui/form.tsx";
import { missingDocumentation } from "./missing.tsx";

/** Tells a person at a browser that the documentation has no page at this address (contract: Wire 28). */
export const unknownAddress = new Hono<AppEnv>();

unknownAddress.get("/docs/*", async (c, next) => {
	if (!wantsPage(c)) return await next();
	await countAddress(visitorOf(c));
	note(c, { code: "resource_not_found" });
	return await missingDocumentation(c);
});

unknownAddress.onError((error, c) => showErrorPage(error, c));
