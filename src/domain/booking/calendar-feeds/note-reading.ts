import { and, eq } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import { update } from "../../../platform/commit/write.ts";
import { calendarFeeds } from "../../../platform/db/tables/data/calendars.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import type { Feed } from "./read-feed.ts";
import type { FeedAddress } from "./secret.ts";

/** A program that reads every five minutes is noted once an hour: a write costs more than a reading. */
export const isWorthNoting = ({ lastReadAt }: Feed, now: number): boolean =>
	lastReadAt === null || lastReadAt <= now - hourMs;

export const noteReading = ({ tenantId, hash }: FeedAddress, now: number): Change<null> => ({
	result: null,
	tenantId,
	writes: [
		update(calendarFeeds)
			.set({ lastReadAt: now })
			.where(and(eq(calendarFeeds.tenantId, tenantId), eq(calendarFeeds.hash, hash))),
	],
});
