import { sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { Databases } from "../../db/databases.ts";
import { safeMessage } from "../../db/errors.ts";
import { gateNotices } from "../../db/tables/control/gate-notices.ts";
import { oauthApps } from "../../db/tables/control/oauth.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { secondMs } from "../../lib/time.ts";
import { log } from "../../log.ts";
import type { GateRequest } from "../gate-request.ts";
import type { Credential } from "./credentials.ts";
import { locationCache, type UntoldChanges } from "./location-cache.ts";

// A gate that was not told of a change of an app trusts a token that an isolate remembers from before it. Therefore an
// isolate knows which apps have such a change, as of 30 seconds ago at most, and reads their tokens again
// (contract: OAuth 30).

/** An older reading is not relied on. */
const longestAgeMs = 30 * secondMs;
/** From this age on one request of the isolate reads them again and does not wait, so that a steady stream never does. */
const agedMs = 15 * secondMs;
const pauseMs = 2 * secondMs;
/** A control database that stands still must not hold up the callers whose credentials are remembered. */
const longestReadMs = secondMs;

const nothingRead: UntoldChanges = { readAt: Number.NEGATIVE_INFINITY, revisions: {} };

let latest = nothingRead;
/** Another request reads them now. */
let readingUntil = Number.NEGATIVE_INFINITY;
/** After a read that failed, the isolate goes on with what it has. */
let failedUntil = Number.NEGATIVE_INFINITY;

export const untoldChanges = {
	/** Whether the app of a remembered token has changed since. A promise where this has to be read first. */
	concern(request: GateRequest, remembered: Credential): boolean | Promise<boolean> {
		if (remembered.kind !== "access_token") return false;
		const { actor, appRevision } = remembered;
		const isOutdated = () => (latest.revisions[actor.id] ?? 0) > appRevision;
		const age = request.now - latest.readAt;
		if (age > longestAgeMs && request.now >= failedUntil) return update(request).then(isOutdated);
		this.keepCurrent(request);
		return isOutdated();
	},
	/** Reads them, while the request goes on, if they have aged. */
	keepCurrent(request: GateRequest): void {
		if (request.now - latest.readAt < agedMs || request.now < Math.max(readingUntil, failedUntil)) return;
		readingUntil = request.now + pauseMs;
		// No meter counts it, because the request does not wait for it.
		request.afterResponse(update(request, new Databases(request.env).control.db));
	},
	/** For tests: makes the isolate like a new one. */
	forget(): void {
		latest = nothingRead;
		readingUntil = Number.NEGATIVE_INFINITY;
		failedUntil = Number.NEGATIVE_INFINITY;
	},
};

/** Never fails: without the control database nobody can change an app, and callers must not notice that it is away. */
async function update(request: GateRequest, control = request.control): Promise<void> {
	const { now } = request;
	try {
		const kept = await locationCache.untoldChanges.get();
		if (kept && now - kept.readAt < agedMs) return learn(kept);
		const read = await withTimeout(longestReadMs, readUntoldChanges(control, now));
		learn(read);
		request.afterResponse(locationCache.untoldChanges.set(read));
	} catch (error) {
		failedUntil = now + pauseMs;
		log.warning("fault", { message: `Changes of apps could not be read: ${safeMessage(error)}` });
	}
}

function learn(read: UntoldChanges): void {
	if (read.readAt > latest.readAt) latest = read;
}

/** Reads three rows for each app, however many gates wait. */
async function readUntoldChanges(control: Database, now: number): Promise<UntoldChanges> {
	const untold = sql`WITH RECURSIVE untold(id) AS (
		SELECT min(app_id) FROM ${gateNotices}
		UNION ALL SELECT (SELECT min(app_id) FROM ${gateNotices} WHERE app_id > untold.id) FROM untold WHERE id IS NOT NULL
	) SELECT id FROM untold`;
	const apps = await control
		.select({ id: oauthApps.id, revision: oauthApps.revision })
		.from(oauthApps)
		.where(sql`${oauthApps.id} IN (${untold})`);
	return { readAt: now, revisions: Object.fromEntries(apps.map(({ id, revision }) => [id, revision])) };
}
