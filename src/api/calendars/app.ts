import { Hono } from "hono";
import { feedFile } from "../../domain/booking/calendar-feeds/feed-file.ts";
import { isWorthNoting, noteReading } from "../../domain/booking/calendar-feeds/note-reading.ts";
import { elsewhere, type Feed, readFeed } from "../../domain/booking/calendar-feeds/read-feed.ts";
import { addressOf, type FeedAddress } from "../../domain/booking/calendar-feeds/secret.ts";
import { execute } from "../../platform/commit/execute.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { countCalendarReading, countReadingOf } from "../../platform/gate/rate-limit.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { entityTagsIn } from "../../platform/http/versions/entity-tags.ts";
import { settle, unwrap } from "../../platform/lib/async/settle.ts";
import { log } from "../../platform/log.ts";
import { notFound } from "../../platform/problems/problem.ts";

/** The feeds that calendar programs read. The address itself is the credential (contract: Calendar feeds 3). */
export const calendars = new Hono<AppEnv>();

const extension = ".ics";

calendars.get("/calendars/:file", async (c) => {
	note(c, { operationId: "readCalendarFeed" });
	await countCalendarReading(gateRequestOf(c));
	const file = c.req.param("file");
	const address = file.endsWith(extension) ? addressOf(file.slice(0, -extension.length)) : undefined;
	if (!address) throw notFound("calendar");
	const counting = settle(countReadingOf(gateRequestOf(c), address.hash));
	const reading = settle(findFeed(c, address));
	unwrap(await counting);
	const feed = unwrap(await reading);
	if (!feed) throw notFound("calendar");
	note(c, { tenantId: address.tenantId });
	if (isWorthNoting(feed, c.get("now"))) c.executionCtx.waitUntil(noted(c, address));
	const headers = { ETag: `"${feed.version}"`, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" };
	if (!feed.entries) return new Response(null, { status: 304, headers });
	return new Response(feedFile(feed, feed.entries), {
		headers: {
			...headers,
			"Content-Type": "text/calendar; charset=utf-8",
			"Content-Disposition": 'inline; filename="calendar.ics"',
			"X-Content-Type-Options": "nosniff",
		},
	});
});

/** The address names the database. Only if the studio has moved since, the control database tells where it is. */
async function findFeed(c: AppContext, address: FeedAddress): Promise<Feed | undefined> {
	const databases = c.get("databases");
	const how = { known: knownVersions(c), now: c.get("now") };
	if (databases.ids().includes(address.database)) {
		const feed = await readFeed(databases.data(address.database).db, address, how);
		if (feed !== elsewhere) return feed;
	}
	const store = await databases.of(address.tenantId);
	const feed = store && (await readFeed(store.db, address, how));
	return feed === elsewhere ? undefined : feed;
}

/** A header of another form counts as none, because browsers send it. */
function knownVersions(c: AppContext): string[] {
	const { tags } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
	return tags === undefined || tags === "any" ? [] : tags.map(({ opaque }) => opaque.slice(1, -1));
}

/** The answer does not wait for this, and does not fail with it. */
async function noted(c: AppContext, address: FeedAddress): Promise<void> {
	try {
		const caller = callerOf(c, { type: "system", id: null });
		await execute(c.get("writer"), caller, () => noteReading(address, c.get("now")));
	} catch (error) {
		log.warning("fault", { request_id: c.get("requestId"), message: `A reading is not noted: ${safeMessage(error)}.` });
	}
}
