import { and, asc, lte, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { idempotencyRecords } from "../../db/tables/both/idempotency.ts";
import { hourMs, minuteMs, secondMs } from "../../lib/time.ts";
import { repeatStep } from "../in-bulk/repeat-step.ts";
import { remove } from "../write.ts";
import type { Writer } from "../writer.ts";

/** The minute of each hour in which the lapsed answers are deleted. */
const minuteOfHour = 17;
const longestMs = 15 * secondMs;
const rowsPerStep = 2000;

type Key = readonly [tenantId: string, credentialId: string, key: string];

const { tenantId, credentialId, key } = idempotencyRecords;
const keyColumns = sql`(${tenantId}, ${credentialId}, ${key})`;
const values = (of: Key): SQL => sql`(${of[0]}, ${of[1]}, ${of[2]})`;

/**
 * Deletes the expired records, once an hour: it goes through all records in the order of their keys. An index of the
 * times of expiry would be one more row to write for each answer, a thousand times the price of a row that is read.
 */
export async function forgetLapsedAnswers(
	db: Database,
	writer: Writer,
	caller: Caller,
	{ inControlDatabase }: { inControlDatabase?: true } = {},
): Promise<void> {
	const { now } = caller;
	if (Math.floor((now % hourMs) / minuteMs) !== minuteOfHour) return;
	let after: Key | null = ["", "", ""];
	await repeatStep(writer, caller, longestMs, async () => {
		if (after === null) return null;
		const begin: Key = after;
		const end = await lastOfChunk(db, begin);
		after = end;
		const isInChunk = and(
			sql`${keyColumns} > ${values(begin)}`,
			end === null ? undefined : sql`${keyColumns} <= ${values(end)}`,
		);
		return {
			result: true,
			writes: [remove(idempotencyRecords).where(and(isInChunk, lte(idempotencyRecords.expiresAt, now)))],
			...(inControlDatabase && { inControlDatabase }),
		};
	});
}

/** The last key of the next rows; null if there are no more rows than these. */
async function lastOfChunk(db: Database, after: Key): Promise<Key | null> {
	const [last] = await db
		.select({ tenantId, credentialId, key })
		.from(idempotencyRecords)
		.where(sql`${keyColumns} > ${values(after)}`)
		.orderBy(asc(tenantId), asc(credentialId), asc(key))
		.limit(1)
		.offset(rowsPerStep - 1);
	return last ? [last.tenantId, last.credentialId, last.key] : null;
}
