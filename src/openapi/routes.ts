import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { docsUrl } from "../http/respond.ts";
import { apiDocument } from "./document.ts";

/** Contract: Documentation 1. */
export const openapi = new Hono<AppEnv>();

/** The document depends on the address of the service alone, so the isolate keeps it. */
let made: { at: string; json: string } | undefined;

openapi.get("/openapi.json", (c) => {
	const origin = new URL(c.req.url).origin;
	const at = `${origin} ${docsUrl(c)}`;
	if (made?.at !== at) made = { at, json: JSON.stringify(apiDocument(origin, docsUrl(c))) };
	return c.body(made.json, 200, {
		"Content-Type": "application/json",
		"Access-Control-Allow-Origin": "*",
		"Cache-Control": "public, max-age=300",
	});
});
