import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { openWriter } from "../../commit/writer.ts";
import { isDevelopment } from "../../env.ts";
import { limitHeaders } from "../../gate/rate-limit.ts";
import { clock } from "../../lib/clock.ts";
import { idPattern, newId } from "../../lib/ids.ts";
import { Meter } from "../../lib/meter.ts";
import { secondMs } from "../../lib/time.ts";
import { Vault } from "../../lib/vault.ts";
import { log } from "../../log.ts";
import { addToRequestLog } from "./add-to-request-log.ts";
import type { AppContext, AppEnv, SendMail } from "./app-env.ts";
import { setCorsHeaders } from "./cors.ts";
import { ownRequestOf } from "./own-request.ts";

const reusable = idPattern("request");

/** D1 ends a transaction after 30 seconds. One that takes longer has not begun yet (contract: Errors 17). */
export const longestCalls = { readMs: 10 * secondMs, transactionMs: 30 * secondMs };

/** Prepares every request, and completes and logs every answer. */
export const requestLifecycle = (sendMail: SendMail) =>
	createMiddleware<AppEnv>(async (c, next) => {
		const now = clock.now();
		const sent = c.req.header("X-Request-ID");
		const id = newId("request", now);
		const [gateMeter, dbMeter] = [new Meter(), new Meter()];
		const startedAt = performance.now();
		c.set("requestId", sent && reusable.test(sent) ? sent : id);
		c.set("now", now);
		const { door, meters } = ownRequestOf(c);
		if (door) c.set("door", door);
		c.set("address", c.req.header("CF-Connecting-IP") ?? null);
		c.set("meters", { gate: gateMeter, db: dbMeter });
		const { databases, writer } = openWriter(c.env, (work) => c.executionCtx.waitUntil(work), {
			meter: dbMeter,
			longest: longestCalls,
		});
		c.set("databases", databases);
		c.set("writer", writer);
		c.set("sendMail", sendMail);
		c.set("ignored", []);
		c.set("noted", {});
		c.set("vault", new Vault(c.env.ENCRYPTION_KEY));
		await next();
		meters?.gate.add(gateMeter);
		meters?.db.add(dbMeter);
		addLimitHeaders(c);
		// The other headers stand in the answer to the caller's own request.
		if (!door) addCommonHeaders(c);
		if (!door && isDevelopment(c.env))
			c.res.headers.set("Server-Timing", `${gateMeter.serverTimingEntry("gate")}, ${dbMeter.serverTimingEntry("db")}`);
		const durationMs = Math.round(performance.now() - startedAt);
		if (!c.get("noted").passedOn) logRequest(c, gateMeter, dbMeter, durationMs);
		addToRequestLog(c, id, durationMs);
	});

/** Contract: Observability 1. */
function logRequest(c: AppContext, gate: Meter, db: Meter, durationMs: number): void {
	const { operationId, tenantId, credentialId, code } = c.get("noted");
	log[c.res.status >= 500 ? "error" : "info"]("request", {
		request_id: c.get("requestId"),
		operation_id: operationId ?? null,
		route: routePath(c),
		method: c.req.method,
		status: c.res.status,
		code: code ?? null,
		tenant_id: tenantId ?? null,
		credential_id: credentialId ?? null,
		duration_ms: durationMs,
		gate_ms: Math.round(gate.ms),
		gate_trips: gate.trips,
		db_ms: Math.round(db.ms),
		db_trips: db.trips,
		rows_read: db.rowsRead,
		rows_written: db.rowsWritten,
		replayed: c.res.headers.has("Idempotent-Replayed"),
		dry_run: c.get("dryRun") === true,
	});
}

/** For a year a browser uses only https for this host and its subdomains. */
const transportSecurity = "max-age=31536000; includeSubDomains";

/** The addresses that scripts of every origin may call with a bearer token. */
const isForPrograms = (path: string) => path === "/v1" || path.startsWith("/v1/") || path === "/mcp";

/** Adds the headers of every answer. Hono's own `header` would copy the finished answer each time. */
function addCommonHeaders(c: AppContext): void {
	const { headers } = c.res;
	headers.set("X-Request-ID", c.get("requestId"));
	headers.set("X-Content-Type-Options", "nosniff");
	// Browsers ignore it over http, because anybody between could have added it.
	if (c.req.url.startsWith("https:")) headers.set("Strict-Transport-Security", transportSecurity);
	if (isForPrograms(c.req.path)) setCorsHeaders(headers);
	if (c.get("dryRun")) headers.set("Service-Dry-Run", "true");
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
	// `append` keeps the `Link` of a list to its next page.
	for (const [name, value] of Object.entries(c.get("deprecated") ?? {})) headers.append(name, value);
}

/** The headers that tell the caller how it may go on. */
function addLimitHeaders(c: AppContext): void {
	const { headers, status } = c.res;
	const limits = c.get("limits");
	const ignored = c.get("ignored");
	if (limits)
		for (const [name, value] of Object.entries(limitHeaders(limits, status === 429))) headers.set(name, value);
	if (ignored.length > 0) headers.set("Service-Ignored-Fields", ignoredHeader(ignored));
}

/** Every proxy accepts a header of this size (contract: Wire 20). */
const maxHeaderLength = 1024;

/** The names in visible ASCII, separated by commas. `+N` counts those that do not fit (contract: Wire 20). */
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
