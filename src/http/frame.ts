import { createMiddleware } from "hono/factory";
import { openDatabase } from "../db/database.ts";
import { isDevelopment } from "../env.ts";
import { limitHeaders } from "../gate/rate-limit.ts";
import { clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { Meter } from "../lib/meter.ts";
import { Vault } from "../lib/vault.ts";
import type { AppContext, AppEnv } from "./app-env.ts";

const reusable = /^[A-Za-z0-9._-]{1,128}$/;

/** What every request gets before anything else, and every answer after everything else. */
export const frame = createMiddleware<AppEnv>(async (c, next) => {
	const now = clock.now();
	const sent = c.req.header("X-Request-ID");
	const [gateMeter, dbMeter] = [new Meter(), new Meter()];
	const development = isDevelopment(c.env);
	c.set("requestId", sent && reusable.test(sent) ? sent : newId("request", now));
	c.set("now", now);
	c.set("address", c.req.header("CF-Connecting-IP") ?? null);
	c.set("gateMeter", gateMeter);
	const { db, writer } = openDatabase(
		c.env,
		(work) => c.executionCtx.waitUntil(work),
		development ? dbMeter : undefined,
	);
	c.set("db", db);
	c.set("writer", writer);
	c.set("ignored", []);
	c.set("vault", new Vault(c.env.ENCRYPTION_KEY));
	await next();
	for (const [name, value] of Object.entries(closing(c))) c.header(name, value);
	if (development) c.header("Server-Timing", `${gateMeter.entry("gate")}, ${dbMeter.entry("db")}`);
});

function closing(c: AppContext): Record<string, string> {
	const limits = c.get("limits");
	const ignored = c.get("ignored");
	return {
		"X-Request-ID": c.get("requestId"),
		"X-Content-Type-Options": "nosniff",
		...(limits ? limitHeaders(limits, c.res.status === 429) : {}),
		...(ignored.length > 0 ? { "Service-Ignored-Fields": ignoredHeader(ignored) } : {}),
		...(c.res.headers.has("Cache-Control") ? {} : { "Cache-Control": "no-store" }),
	};
}

/** Every intermediary takes a header of this size. */
const maxHeaderLength = 1024;

/** Visible ASCII only, commas free to separate; what does not fit is counted. */
function ignoredHeader(names: string[]): string {
	const encoded = names.map((name) =>
		name
			.toWellFormed()
			.replace(/[^\x21-\x7e]|[%,]/gu, (character) => encodeURIComponent(character).replace(",", "%2C")),
	);
	let header = "";
	for (const [index, name] of encoded.entries()) {
		const longer = header ? `${header},${name}` : name;
		if (longer.length > maxHeaderLength) return `${header}${header && ","}+${names.length - index}`;
		header = longer;
	}
	return header;
}
