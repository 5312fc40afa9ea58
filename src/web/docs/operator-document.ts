import { Hono } from "hono";
import { authenticateOperator } from "../../api/operator/app.ts";
import { isDevelopment } from "../../platform/env.ts";
import type { AppEnv } from "../../platform/http/request/app-env.ts";
import { docsUrl } from "../../platform/http/request/respond.ts";
import { refuseUnknownRoute } from "../../platform/http/request/unknown-route.ts";
import { withAddresses } from "./sending/addresses.ts";
import { operatorDocumentFile } from "./sending/built-assets.ts";
import { builtFile } from "./sending/send.ts";

/** A caller needs the operator's token, so no isolate keeps the answer. */
export const operatorDocumentRoute = new Hono<AppEnv>();

operatorDocumentRoute.get("/admin/openapi.json", async (c) => {
	if (!c.env.OPERATOR_TOKEN) return await refuseUnknownRoute(c);
	await authenticateOperator(c, { id: "adminGetDocument" });
	const text = await builtFile(c, operatorDocumentFile);
	if (text === undefined) return await refuseUnknownRoute(c);
	const document = JSON.parse(withAddresses(text, new URL(c.req.url).origin, docsUrl(c)));
	// Production has no such route.
	if (!isDevelopment(c.env)) delete document.paths["/admin/dev/advance"];
	return c.json(document, 200, { "Cache-Control": "no-store" });
});
