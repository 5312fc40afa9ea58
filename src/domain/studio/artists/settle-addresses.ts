import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { execute } from "../../../platform/commit/execute.ts";
import { mayContinue } from "../../../platform/commit/in-bulk/may-continue.ts";
import { remove, update } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import type { Databases } from "../../../platform/db/databases.ts";
import { isOutage } from "../../../platform/db/errors.ts";
import { bookingAddresses } from "../../../platform/db/tables/control/booking-addresses.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { secondMs } from "../../../platform/lib/time.ts";

const maxPerDatabase = 200;
const longestMs = 10 * secondMs;

/**
 * Artists use some of the addresses, which stay. The others go, because their change did not commit. A database that
 * does not answer delays only its own tenants.
 */
export async function settleAddresses(caller: Caller, writer: Writer): Promise<void> {
	const affected = await caller.control
		.selectDistinct({ database: tenants.database })
		.from(bookingAddresses)
		.innerJoin(tenants, eq(tenants.id, bookingAddresses.tenantId))
		.where(lte(bookingAddresses.heldUntil, caller.now));
	await throwFirst(affected.map(({ database }) => settleInDatabase(caller, writer, database)));
}

export const areAddressesDue = (now: number): SQL =>
	sql`EXISTS (SELECT 1 FROM ${bookingAddresses} JOIN ${tenants} ON ${tenants.id} = ${bookingAddresses.tenantId}
		WHERE ${lte(bookingAddresses.heldUntil, now)})`;

async function settleInDatabase(caller: Caller, writer: Writer, database: string): Promise<void> {
	const held = await caller.control
		.select({ address: bookingAddresses })
		.from(bookingAddresses)
		.innerJoin(tenants, and(eq(tenants.id, bookingAddresses.tenantId), eq(tenants.database, database)))
		.where(lte(bookingAddresses.heldUntil, caller.now))
		.orderBy(asc(bookingAddresses.heldUntil))
		.limit(maxPerDatabase);
	const byTenant = Map.groupBy(
		held.map(({ address }) => address),
		({ tenantId }) => tenantId,
	);
	await writer.databases.loadPlacements([...byTenant.keys()]);
	const until = Date.now() + longestMs;
	const faults: unknown[] = [];
	for (const [tenantId, addresses] of byTenant) {
		if (!mayContinue(writer, until)) break;
		try {
			const inUse = await slugsIn(writer.databases, tenantId, addresses);
			const writes = addresses.map((address) =>
				inUse.has(address.slug)
					? update(bookingAddresses).set({ heldUntil: null }).where(ifStillHeld(address))
					: remove(bookingAddresses).where(ifStillHeld(address)),
			);
			await execute(writer, caller, () => ({ inControlDatabase: true, result: null, writes }));
		} catch (error) {
			if (isOutage(error)) throw error;
			faults.push(error);
		}
	}
	if (faults.length > 0) throw faults[0];
}

/** All of the work ends before the first error is thrown. */
async function throwFirst(work: Promise<void>[]): Promise<void> {
	for (const outcome of await Promise.allSettled(work)) if (outcome.status === "rejected") throw outcome.reason;
}

type Address = typeof bookingAddresses.$inferSelect;

const ifStillHeld = ({ slug, heldUntil }: Address) =>
	and(eq(bookingAddresses.slug, slug), sql`${bookingAddresses.heldUntil} = ${heldUntil}`);

async function slugsIn(databases: Databases, tenantId: string, addresses: Address[]): Promise<Set<string>> {
	const store = await databases.of(tenantId);
	// After a restore, the control database may not know the tenant any more.
	if (!store) return new Set();
	const slugs = JSON.stringify(addresses.map(({ slug }) => slug));
	const rows = await store.db
		.select({ slug: artists.slug })
		.from(artists)
		.where(and(eq(artists.tenantId, tenantId), inArray(artists.slug, sql`(SELECT value FROM json_each(${slugs}))`)));
	return new Set(rows.map(({ slug }) => slug));
}
