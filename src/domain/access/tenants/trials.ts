import { type SQL, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { toTenant } from "./schema.ts";
import { subscriptionPayload } from "./subscription.ts";

/** Early enough for the studio to act. Other billing systems use the same time. */
const noticeMs = 3 * dayMs;
const perRun = 10;

/** Once for each trial, three days before its end. */
export async function announceTrials(caller: Caller, writer: Writer): Promise<void> {
	const changes = await endingTrials(caller);
	const outcomes = await Promise.allSettled(changes.map((change) => execute(writer, caller, () => change)));
	for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

// SQLite uses the partial index only with literals, not with parameters.
const isEnding = (now: number): SQL =>
	sql`${tenants.subscriptionStatus} = 'trialing' AND ${tenants.trialEndingSentAt} IS NULL
		AND ${tenants.deleteAt} IS NULL
		AND ${tenants.trialEndsAt} > ${now} AND ${tenants.trialEndsAt} <= ${now + noticeMs}`;

export const areTrialsEnding = (now: number): SQL => sql`EXISTS (SELECT 1 FROM ${tenants} WHERE ${isEnding(now)})`;

async function endingTrials({ control, now }: Caller): Promise<Change[]> {
	const rows = await control.select().from(tenants).where(isEnding(now)).limit(perRun);
	return rows.map((row) => ({
		result: null,
		tenantId: row.id,
		inControlDatabase: true,
		writes: [updateIfUnchanged(tenants, row, { trialEndingSentAt: now, revision: row.revision + 1 })],
		events: [{ type: "subscription.trial_ending", data: subscriptionPayload(toTenant(row)) }],
		audit: { action: "tenant.trial_ending_announced", resourceId: row.id },
	}));
}
