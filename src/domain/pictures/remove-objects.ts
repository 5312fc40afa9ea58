import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { changedSome } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import { mayContinue } from "../../platform/commit/in-bulk/may-continue.ts";
import { repeatStep } from "../../platform/commit/in-bulk/repeat-step.ts";
import { remove, update, type Write } from "../../platform/commit/write.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { LocalCaller } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { isStudioHere } from "../../platform/db/studio-state.ts";
import { buckets, objectRemovals, pictures } from "../../platform/db/tables/data/pictures.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { hourMs } from "../../platform/lib/time.ts";
import { thumbnailKeys } from "./thumbnails.ts";

/** A picture that no submission has named is deleted after this time. Its bytes are gone within a day. */
const unusedMs = 11 * hourMs;

/** The bytes of a deleted picture stay for this time, so that a restored database finds them (docs/restoring.md). */
export const objectsKeptMs = 12 * hourMs;

const rowsAtOnce = 500;

/** R2 deletes up to 1000 keys in one call. */
const objectsAtOnce = Math.floor(1000 / (1 + thumbnailKeys("").length));

/**
 * Nobody uses these pictures any more, or their uploads were never finished. Each row goes after its objects, so a run
 * that ends in between is repeated.
 */
export async function removeObjects(caller: LocalCaller, writer: Writer, forMs: number): Promise<void> {
	const until = Date.now() + forMs;
	await repeatStep(writer, caller, forMs, () => changing(deleteUnused(caller.now)));
	await repeatStep(writer, caller, forMs, () => changing(dateRemovals(caller.now)));
	for (const bucket of buckets) {
		while (mayContinue(writer, until)) {
			const keys = await takeDue(caller, writer, bucket);
			if (keys.length === 0) break;
			await writer.objects.remove(
				bucket,
				keys.flatMap((key) => [key, ...thumbnailKeys(key)]),
			);
			await execute(writer, caller, () => ({ result: null, writes: [forget(keys)] }));
		}
	}
}

const changing = (write: Write) => ({ resultFrom: changedSome, writes: [write] });

/** If the studio is not at home, the other database deletes its unused pictures. */
const unused = (now: number): SQL =>
	sql`SELECT tenant_id, id FROM ${pictures} INDEXED BY pictures_unused
		WHERE owner_type = 'form' AND created_at < ${now - unusedMs}
			AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${pictures}.tenant_id AND ${isStudioHere})
		LIMIT ${rowsAtOnce}`;

const deleteUnused = (now: number): Write => sql`DELETE FROM ${pictures} WHERE (tenant_id, id) IN (${unused(now)})`;

export const arePicturesDue = (now: number): SQL =>
	sql`EXISTS (${unused(now)}) OR EXISTS (SELECT 1 FROM ${objectRemovals} WHERE due_at IS NULL)
		OR EXISTS (SELECT 1 FROM ${objectRemovals} WHERE due_at <= ${now})`;

/** A trigger knows no time of the service, so the first run that sees a deletion begins its time. */
const dateRemovals = (now: number): Write =>
	update(objectRemovals)
		.set({ dueAt: now + objectsKeptMs })
		.where(
			sql`object_key IN (SELECT object_key FROM ${objectRemovals} WHERE ${isNull(objectRemovals.dueAt)} LIMIT ${rowsAtOnce})`,
		);

/** From now on no record may take the object. */
async function takeDue(caller: LocalCaller, writer: Writer, bucket: (typeof buckets)[number]): Promise<string[]> {
	const due = await caller.db
		.select({ key: objectRemovals.objectKey })
		.from(objectRemovals)
		.where(and(lte(objectRemovals.dueAt, caller.now), eq(objectRemovals.bucket, bucket)))
		.orderBy(objectRemovals.dueAt)
		.limit(objectsAtOnce);
	if (due.length === 0) return [];
	const keys = due.map(({ key }) => key);
	await execute(writer, caller, () => ({
		result: null,
		writes: [update(objectRemovals).set({ begun: true }).where(isOneOf(keys))],
	}));
	// A request that was faster has deleted the row, and its record has the object.
	const begun = await caller.db
		.select({ key: objectRemovals.objectKey })
		.from(objectRemovals)
		.where(and(isOneOf(keys), eq(objectRemovals.begun, true)));
	return begun.map(({ key }) => key);
}

const isOneOf = (keys: string[]) => sql`object_key IN ${eachOf(keys)}`;

const forget = (keys: string[]): Write => remove(objectRemovals).where(isOneOf(keys));
