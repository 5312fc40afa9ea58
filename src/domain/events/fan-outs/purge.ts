import type { SQL } from "drizzle-orm";
import { auditEntryForEach } from "../../../platform/commit/audit.ts";
import { deliveryIdIn } from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { inGroupOf } from "./split.ts";

/** One step examines this many fan-outs of the group. */
const perStep = 500;

/** After every id. */
const atEnd = "~";

/** Whether the deletion of the endpoint in the statement has examined all fan-outs of its group. */
export const hasLeftFanOuts: SQL = sql`purged_to = ${atEnd}`;

/**
 * One step of the deletion of an endpoint: removes its deliveries from the next fan-outs of its group, with an audit entry
 * for each if `audited` is given. The position is in the row of the endpoint. No fan-out is made for it any more.
 */
export function purgeFromFanOuts(
	of: { tenantId: string; endpointId: string },
	audited?: { tenantId: string; requestId: string; now: number },
): Write[] {
	const { tenantId, endpointId } = of;
	const thisEndpoint = sql`tenant_id = ${tenantId} AND id = ${endpointId}`;
	const next = sql`SELECT f.rowid, f.id FROM ${fanOuts} f WHERE ${inGroupOf(of)}
		AND f.id > (SELECT p.purged_to FROM ${webhookEndpoints} p WHERE p.tenant_id = ${tenantId} AND p.id = ${endpointId})
		ORDER BY f.id LIMIT ${perStep}`;
	const isOwn = sql`j.value ->> 'endpoint' = ${endpointId}`;
	return [
		// The last id of the step is kept aside, because the deletion below changes what the step would find.
		sql`UPDATE ${webhookEndpoints} SET purged_to = purged_to || ' ' || (
				SELECT iif(count(*) < ${perStep}, ${atEnd}, max(id)) FROM (${next})
			) WHERE ${thisEndpoint} AND deleted_at IS NOT NULL AND purged_to <> ${atEnd}`,
		...purgeRange(of, isOwn, audited),
		sql`UPDATE ${webhookEndpoints} SET purged_to = substr(purged_to, instr(purged_to, ' ') + 1) WHERE ${thisEndpoint}`,
	];
}

function purgeRange(
	of: { tenantId: string; endpointId: string },
	isOwn: SQL,
	audited: { tenantId: string; requestId: string; now: number } | undefined,
): Write[] {
	const range = sql`${inGroupOf(of)} AND f.id > (${boundary(of, "first")}) AND f.id <= (${boundary(of, "last")})`;
	return [
		...(audited
			? [
					auditEntryForEach(
						"delivery.deleted",
						audited,
						sql`SELECT ${deliveryIdIn("f", sql`j.value ->> 'n'`)} AS id FROM ${fanOuts} f, json_each(f.entries) j WHERE ${range} AND ${isOwn}`,
					),
				]
			: []),
		sql`UPDATE ${fanOuts} AS f SET entries = (SELECT json_group_array(json(j.value)) FROM json_each(f.entries) j WHERE NOT ${isOwn})
			WHERE ${range} AND EXISTS (SELECT 1 FROM json_each(f.entries) j WHERE ${isOwn})`,
		sql`DELETE FROM ${fanOuts} AS f WHERE ${range} AND f.entries = '[]'`,
	];
}

/** While a step runs, the row of the endpoint holds both ends of its range. */
const boundary = ({ tenantId, endpointId }: { tenantId: string; endpointId: string }, end: "first" | "last"): SQL => {
	const value =
		end === "first"
			? sql`iif(instr(p.purged_to, ' ') = 0, p.purged_to, substr(p.purged_to, 1, instr(p.purged_to, ' ') - 1))`
			: sql`substr(p.purged_to, instr(p.purged_to, ' ') + 1)`;
	return sql`SELECT ${value} FROM ${webhookEndpoints} p WHERE p.tenant_id = ${tenantId} AND p.id = ${endpointId}`;
};
