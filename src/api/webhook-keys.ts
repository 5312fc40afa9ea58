import { Hono } from "hono";
import { publicJwk, publishedKeys } from "../domain/events/webhook-keys/keys.ts";
import { countPage } from "../platform/gate/rate-limit.ts";
import { type AppEnv, callerOf, gateRequestOf, note } from "../platform/http/request/app-env.ts";
import { entityTagsIn, matchesTag } from "../platform/http/versions/entity-tags.ts";

/**
 * The public keys of the installation as a JWK Set (contract: Signature 10). Each answer is read from the database, and
 * no cache keeps it: after a rotation a receiver must find the new key as soon as something is signed with it.
 */
export const webhookKeys = new Hono<AppEnv>();

webhookKeys.get("/.well-known/webhook-keys", async (c) => {
	note(c, { operationId: "webhookKeys" });
	await countPage(gateRequestOf(c));
	const published = await publishedKeys(callerOf(c, { type: "system", id: null }), c.get("writer"));
	const ETag = `"${published.map(({ kid }) => kid).join(".")}"`;
	const headers = { ETag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" };
	const { tags } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
	if (tags && matchesTag(tags, ETag)) return c.body(null, 304, headers);
	return c.json({ keys: published.map(publicJwk) }, 200, { ...headers, "Content-Type": "application/jwk-set+json" });
});
