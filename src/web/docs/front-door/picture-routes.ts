import { Hono } from "hono";
import type { AppEnv } from "../../../platform/http/request/app-env.ts";
import { forEver } from "../../ui/asset-routes.ts";

/** The build puts the pictures beside the documentation. */
export const frontDoorPictures = new Hono<AppEnv>();

frontDoorPictures.get("/assets/front-door/:file{[\\w-]+\\.[0-9a-f]{16}\\.avif}", async (c, next) => {
	const file = await c.env.FILES.fetch(new URL(`/front-door/${c.req.param("file")}`, c.req.url));
	if (file.ok) return new Response(file.body, { headers: { ...forEver, "Content-Type": "image/avif" } });
	await file.body?.cancel();
	return await next();
});
