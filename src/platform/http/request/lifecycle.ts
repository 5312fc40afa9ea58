import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { openWriter } from "../../commit/writer.ts";
import { isDevelopment } from "../../env.ts";
import { limitHeaders } from "../../gate/rate-limit.ts";
import { clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { Meter } from "../../lib/meter.ts";
import { Vault } from "../../lib/secrets/vault.ts";
import { secondMs } from "../../lib/time.ts";
import { addToRequestLog } from "./add-to-request-log.ts";
import type { AppContext, AppEnv, SendMail } from "./app-env.ts";
import { chosenId, serverTiming, setCommonHeaders } from "./headers/common-headers.ts";
import { setCorsHeaders } from "./headers/cors.ts";
import { ignoredHeader } from "./headers/ignored-header.ts";
import type { InternalRequest } from "./internal-request.ts";
import { logRequest } from "./request-line.ts";

/** D1 ends a transaction after 30 seconds. One that takes longer has not begun yet (contract: Errors 17). */
export const longestCalls = { readMs: 10 * secondMs, transactionMs: 30 * secondMs };

/** Prepares every request, and completes and logs every answer. */
export const requestLifecycle = (sendMail: SendMail) =>
	createMiddleware<AppEnv>(async (c, next) => {
		const now = clock.now();
		const id = newId("request", now);
		const log = begin(c, {
			id,
			now,
			sendMail,
			requestId: chosenId(c.req.header("X-Request-ID")) ?? id,
			address: c.req.header("CF-Connecting-IP") ?? null,
			vault: new Vault(c.env.ENCRYPTION_KEY),
		});
		await next();
		addIgnoredHeader(c);
		addCommonHeaders(c);
		const { gate, db } = c.get("meters");
		if (isDevelopment(c.env)) c.res.headers.set("Server-Timing", serverTiming(gate, db));
		log();
	});

/**
 * The same for a request that the service makes itself, on behalf of the caller of another. The answer to that caller
 * has the other headers.
 */
export const internalLifecycle = createMiddleware<AppEnv>(async (c, next) => {
	const { outer, internal } = internalRequestTo(c.req.raw);
	const now = clock.now();
	const log = begin(c, {
		id: newId("request", now),
		now,
		sendMail: outer.get("sendMail"),
		requestId: outer.get("requestId"),
		address: outer.get("address"),
		vault: outer.get("vault"),
	});
	c.set("door", outer.get("door"));
	c.set("internal", internal);
	await next();
	const [{ gate, db }, ofAll] = [c.get("meters"), outer.get("meters")];
	ofAll.gate.add(gate);
	ofAll.db.add(db);
	addIgnoredHeader(c);
	const limits = c.get("limits");
	if (limits) outer.set("limits", limits);
	log();
});

interface SentRequest {
	outer: AppContext;
	internal: InternalRequest;
}

/** No caller can send these facts: they stand in no header. */
const sentRequests = new WeakMap<Request, SentRequest>();

export function asInternalRequest(request: Request, sent: SentRequest): Request {
	sentRequests.set(request, sent);
	return request;
}

function internalRequestTo(request: Request): SentRequest {
	const sent = sentRequests.get(request);
	if (!sent) throw new Error("The service has not made this request itself.");
	return sent;
}

interface Beginning extends Pick<AppEnv["Variables"], "requestId" | "now" | "address" | "sendMail" | "vault"> {
	/** Of the request in the tenant's request log. */
	id: string;
}

/** Gives a request what its handlers need. The function that it returns logs the answer. */
function begin(c: AppContext, { id, requestId, now, address, sendMail, vault }: Beginning): () => void {
	const meters = { gate: new Meter(), db: new Meter() };
	const startedAt = performance.now();
	const { databases, writer } = openWriter(c.env, (work) => c.executionCtx.waitUntil(work), {
		meter: meters.db,
		longest: longestCalls,
	});
	c.set("requestId", requestId);
	c.set("now", now);
	c.set("address", address);
	c.set("meters", meters);
	c.set("databases", databases);
	c.set("writer", writer);
	c.set("sendMail", sendMail);
	c.set("ignored", []);
	c.set("noted", {});
	c.set("vault", vault);
	return () => {
		const durationMs = Math.round(performance.now() - startedAt);
		if (!c.get("noted").passedOn)
			logRequest({
				...c.get("noted"),
				requestId,
				method: c.req.method,
				route: routePath(c),
				response: c.res,
				durationMs,
				...meters,
				isDryRun: c.get("dryRun") === true,
			});
		addToRequestLog(c, id, durationMs);
	};
}

/** The addresses that scripts of every origin may call with a bearer token. */
const isForPrograms = (path: string) => path === "/v1" || path.startsWith("/v1/") || path === "/mcp";

/** Adds the headers of every answer. Hono's own `header` would copy the finished answer each time. */
function addCommonHeaders(c: AppContext): void {
	const { headers, status } = c.res;
	const limits = c.get("limits");
	if (limits)
		for (const [name, value] of Object.entries(limitHeaders(limits, status === 429))) headers.set(name, value);
	setCommonHeaders(headers, c.get("requestId"), c.req.url);
	if (isForPrograms(c.req.path)) setCorsHeaders(headers);
	if (c.get("dryRun")) headers.set("Service-Dry-Run", "true");
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
	// `append` keeps the `Link` of a list to its next page.
	for (const [name, value] of Object.entries(c.get("deprecated") ?? {})) headers.append(name, value);
}

function addIgnoredHeader(c: AppContext): void {
	const ignored = c.get("ignored");
	if (ignored.length > 0) c.res.headers.set("Service-Ignored-Fields", ignoredHeader(ignored));
}
