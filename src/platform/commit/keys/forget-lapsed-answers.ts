import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { idempotencyRecords } from "../../db/tables/both/idempotency.ts";
import { type AnswerPosition, scanPositions } from "../../db/tables/data/upkeep/scan-positions.ts";
import { hourMs, minuteMs, secondMs } from "../../lib/time.ts";
import { execute } from "../execute.ts";
import { repeatStep } from "../in-bulk/repeat-step.ts";
import { hasSavedPosition } from "../in-bulk/resumable-scan.ts";
import { insert, remove } from "../write.ts";
import type { Writer } from "../writer.ts";

/** The minutes of each hour in which a walk over the answers begins: several, because a run may be late or left out. */
const minutesOfHour = { first: 17, last: 21 };
const longestMs = 15 * secondMs;
const rowsPerStep = 2000;

const { tenantId, credentialId, key } = idempotencyRecords;
const keyColumns = sql`(${tenantId}, ${credentialId}, ${key})`;
const values = (of: AnswerPosition): SQL => sql`(${of.tenantId}, ${of.credentialId}, ${of.key})`;
const atBegin: AnswerPosition = { tenantId: "", credentialId: "", key: "" };

const isOfStep = eq(scanPositions.step, "idempotency");

/**
 * Deletes the expired records of a data database. Each hour it walks over all records, in the order of their keys. An
 * index of the times of expiry would be one more row to write for each answer, a thousand times the price of a row that
 * is read. A walk that takes too long goes on in the next run.
 */
export async function forgetLapsedAnswers(db: Database, writer: Writer, caller: Caller): Promise<void> {
	const [saved] = await db.select().from(scanPositions).where(isOfStep);
	if (!saved && !isDue(caller.now)) return;
	const position = await deleteFrom(db, writer, caller, (saved?.position as AnswerPosition | undefined) ?? atBegin);
	if (position)
		await execute(writer, caller, () => ({
			result: null,
			writes: [
				insert(scanPositions)
					.values({ step: "idempotency", position })
					.onConflictDoUpdate({ target: scanPositions.step, set: { position } }),
			],
		}));
	else if (saved)
		await execute(writer, caller, () => ({ result: null, writes: [remove(scanPositions).where(isOfStep)] }));
}

/** The same in the control database, which has the few answers of the operator. */
export async function forgetLapsedAnswersOfOperator(db: Database, writer: Writer, caller: Caller): Promise<void> {
	if (isDue(caller.now)) await deleteFrom(db, writer, caller, atBegin, { inControlDatabase: true });
}

/** Whether there is something to walk over in this minute, or in a data database a walk that goes on. */
export const areAnswersDue = (now: number): SQL =>
	isDue(now) ? sql`EXISTS (SELECT 1 FROM ${idempotencyRecords})` : sql`FALSE`;

export const isWalkUnderWay: SQL = hasSavedPosition("idempotency");

function isDue(now: number): boolean {
	const minute = Math.floor((now % hourMs) / minuteMs);
	return minutesOfHour.first <= minute && minute <= minutesOfHour.last;
}

/** Resolves to the position at which the time was over; null at the end of the records. */
async function deleteFrom(
	db: Database,
	writer: Writer,
	caller: Caller,
	from: AnswerPosition,
	where: { inControlDatabase?: true } = {},
): Promise<AnswerPosition | null> {
	let position: AnswerPosition | null = from;
	await repeatStep(writer, caller, longestMs, async () => {
		if (position === null) return null;
		const begin = position;
		const end = await lastOfChunk(db, begin);
		position = end;
		return {
			result: true,
			writes: [
				remove(idempotencyRecords).where(
					and(
						sql`${keyColumns} > ${values(begin)}`,
						end === null ? undefined : sql`${keyColumns} <= ${values(end)}`,
						lte(idempotencyRecords.expiresAt, caller.now),
					),
				),
			],
			...where,
		};
	});
	return position;
}

/** The last key of the next records; null if they are the last ones. */
async function lastOfChunk(db: Database, after: AnswerPosition): Promise<AnswerPosition | null> {
	const [last] = await db
		.select({ tenantId, credentialId, key })
		.from(idempotencyRecords)
		.where(sql`${keyColumns} > ${values(after)}`)
		.orderBy(asc(tenantId), asc(credentialId), asc(key))
		.limit(1)
		.offset(rowsPerStep - 1);
	return last ?? null;
}
