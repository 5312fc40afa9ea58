import type { Caller } from "./context.ts";
import { commit } from "./db/commit.ts";
import { openDatabase } from "./db/database.ts";
import type { Env } from "./env.ts";
import { forgetLapsedRecords } from "./gate/idempotency.ts";
import { clock } from "./lib/clock.ts";
import { newId } from "./lib/ids.ts";
import { announceEndingTrials } from "./operator/tenants/trials.ts";

/** What falls due by itself. Every step is bounded, and done again at the next run where it was cut off. */
export async function runScheduledWork(env: Env): Promise<void> {
	const { db, writer } = openDatabase(env);
	const now = clock.now();
	const caller: Caller = {
		actor: { type: "system", id: null },
		db,
		now,
		requestId: newId("request", now),
		ipAddress: null,
		testMode: false,
	};
	await commit(writer, caller, forgetLapsedRecords(now));
	for (const change of await announceEndingTrials(caller)) await commit(writer, caller, change);
}
