import { and, eq } from "drizzle-orm";
import type { Store } from "../../db/database.ts";
import { objectRemovals } from "../../db/tables/data/pictures.ts";
import { randomBase62 } from "../../lib/secrets/crypto.ts";
import { hourMs } from "../../lib/time.ts";
import { bucketIn, type ObjectLocation } from "../../objects/object-store.ts";
import type { AnyChange, NewObject } from "../change.ts";
import { insert, mustChangeRows, remove, toStatements } from "../write.ts";
import { type CommitContext, tenantOf } from "./events-and-audit.ts";

/** Far longer than a request takes from the first byte of its object to its commit. */
export const longestStagingMs = hourMs;

/**
 * Stores the object of a change before its transaction: first a row that has the object removed later, then the bytes.
 * The transaction deletes this row, or fails. Whatever ends the request between, no object is left without a row.
 */
export async function stageObject(
	{ writer, caller }: CommitContext,
	change: AnyChange<unknown>,
	object: NewObject,
	store: Store,
): Promise<ObjectLocation> {
	// After a move of the tenant the row is in the database that it left, which removes the object.
	if (object.staged?.database === store.id) return object.staged.place;
	const bucket = bucketIn(writer.databases.regionOf(store.id));
	const place: ObjectLocation = { bucket, objectKey: `${tenantOf(caller, change)}/${randomBase62(24)}` };
	const pending = insert(objectRemovals).values({ ...place, dueAt: caller.now + longestStagingMs });
	await writer.transaction(store, toStatements(pending));
	await writer.objects.put(place, object, (storing) => {
		object.storing = storing;
	});
	object.staged = { place, database: store.id };
	return place;
}

export function withObject<T>(change: AnyChange<T>, object: NewObject, place: ObjectLocation): AnyChange<T> {
	const isStaged = and(eq(objectRemovals.objectKey, place.objectKey), eq(objectRemovals.begun, false));
	return {
		...change,
		writes: [mustChangeRows(remove(objectRemovals).where(isStaged)), ...object.writes(place), ...change.writes],
	};
}

export const withoutObject = <T>(change: AnyChange<T>): AnyChange<T> =>
	change.object
		? { ...change, writes: [...change.object.writes({ bucket: "PICTURES", objectKey: "" }), ...change.writes] }
		: change;
