import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { isOutage } from "../../db/errors.ts";
import { effects } from "../../db/tables/control/effects.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import { secondMs } from "../../lib/time.ts";
import { mayContinue } from "../in-bulk/may-continue.ts";
import type { Writer } from "../writer.ts";
import { catchUp } from "./effects.ts";

/** The request that committed the change has this time to apply its effects. */
const graceMs = 5 * secondMs;
/** More than a run can catch up with in its time. */
const tenantsPerDatabase = 1000;
const longestMs = 15 * secondMs;

const waiting = (now: number): SQL => lte(effects.createdAt, now - graceMs);

export const areEffectsDue = (now: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${effects} JOIN ${tenants} ON ${tenants.id} = ${effects.tenantId} WHERE ${waiting(now)})`;

/**
 * Applies the effects that their requests could not apply. A database that is away does not delay the others. Each run
 * takes the tenants in another order, so that those whose data refuses their effects are not always the first.
 */
export async function catchUpDue(writer: Writer, now: number, atMost = tenantsPerDatabase): Promise<void> {
	const control = writer.databases.control.db;
	const isDue = waiting(now);
	const until = Date.now() + longestMs;
	const affected = await control
		.selectDistinct({ database: tenants.database })
		.from(effects)
		.innerJoin(tenants, eq(tenants.id, effects.tenantId))
		.where(isDue);
	const outcomes = await Promise.allSettled(
		affected.map(async ({ database }) => {
			const due = await control
				.select({ tenantId: effects.tenantId })
				.from(effects)
				.innerJoin(tenants, and(eq(tenants.id, effects.tenantId), eq(tenants.database, database)))
				.where(isDue)
				.groupBy(effects.tenantId)
				.orderBy(sql`random()`)
				.limit(atMost);
			await catchUpAll(
				writer,
				due.map(({ tenantId }) => tenantId),
				until,
			);
		}),
	);
	for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** If the data of one tenant refuses an effect, the other tenants still get theirs. */
async function catchUpAll(writer: Writer, tenantIds: string[], until: number): Promise<void> {
	const faults: unknown[] = [];
	for (const tenantId of tenantIds) {
		if (!mayContinue(writer, until)) break;
		await catchUp(writer, tenantId).catch((error) => {
			if (isOutage(error)) throw error;
			faults.push(error);
		});
	}
	if (faults.length > 0) throw faults[0];
}
