import { sql } from "drizzle-orm";
import type { WantedAddress } from "../context.ts";
import type { Databases } from "../db/databases.ts";
import { bookingAddresses } from "../db/tables/control/booking-addresses.ts";
import { minuteMs } from "../lib/time.ts";
import { toStatements } from "./write.ts";

/** Longer than a change can take to commit. */
const heldMs = 2 * minuteMs;

/**
 * Holds an address for a change that commits in the tenant's data, so that no other tenant takes it meanwhile. When the
 * time is over, the tenant's data tells whether the change committed (resources/artists/addresses.ts). The result is
 * undefined when none of the candidates is free.
 */
export async function holdAddress(
	{ control }: Databases,
	now: number,
	{ tenantId, candidates, given, instead }: WantedAddress,
): Promise<string | undefined> {
	const until = now + heldMs;
	const isOwn = given ? sql`b.tenant_id = ${tenantId}` : sql`b.tenant_id = ${tenantId} AND b.held_until IS NOT NULL`;
	const writes = [
		sql`INSERT INTO ${bookingAddresses} (slug, tenant_id, held_until)
			SELECT j.value, ${tenantId}, ${until} FROM json_each(${JSON.stringify(candidates)}) j
			WHERE NOT EXISTS (SELECT 1 FROM ${bookingAddresses} b WHERE b.slug = j.value AND NOT (${isOwn}))
			ORDER BY j.key LIMIT 1
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
