import { type SQL, sql } from "drizzle-orm";
import type { WantedAddress } from "../context.ts";
import type { Databases } from "../db/databases.ts";
import { bookingAddresses } from "../db/tables/control/booking-addresses.ts";
import { minuteMs } from "../lib/time.ts";
import { toStatements } from "./write.ts";

/** Longer than a change can take to commit. */
const heldMs = 2 * minuteMs;

/**
 * Holds an address for a change that commits in the tenant's data, so that no other tenant takes it meanwhile. When the
 * hold expires, the tenant's data shows whether the change committed (domain/studio/artists/settle-addresses.ts).
 * Returns undefined if no candidate is free.
 */
export async function holdAddress(
	{ control }: Databases,
	now: number,
	wanted: WantedAddress,
): Promise<string | undefined> {
	const { tenantId, instead } = wanted;
	const until = now + heldMs;
	const writes = [
		sql`INSERT INTO ${bookingAddresses} (slug, tenant_id, held_until)
			SELECT j.value, ${tenantId}, ${until} FROM ${firstFree(wanted)}
			ON CONFLICT (slug) DO UPDATE SET held_until = excluded.held_until RETURNING slug`,
		...(instead === undefined
			? []
			: [
					sql`UPDATE ${bookingAddresses} SET held_until = ${until} WHERE slug = ${instead} AND tenant_id = ${tenantId}`,
				]),
	];
	const [held] = await control.transaction(writes.flatMap(toStatements));
	return (held?.results as { slug: string }[] | undefined)?.[0]?.slug;
}

export async function freeAddress({ control }: Databases, wanted: WantedAddress): Promise<string | undefined> {
	const [free] = await control.db.select({ slug: sql<string>`j.value` }).from(firstFree(wanted));
	return free?.slug;
}

/** At most one row `j`, with the first candidate that is free. */
function firstFree({ tenantId, candidates, given }: WantedAddress): SQL {
	const isOwn = given ? sql`b.tenant_id = ${tenantId}` : sql`b.tenant_id = ${tenantId} AND b.held_until IS NOT NULL`;
	return sql`(
		SELECT c.value FROM json_each(${JSON.stringify(candidates)}) c
		WHERE NOT EXISTS (SELECT 1 FROM ${bookingAddresses} b WHERE b.slug = c.value AND NOT (${isOwn}))
		ORDER BY c.key LIMIT 1
	) j WHERE true`;
}
