import type { SQL } from "drizzle-orm";
import { deliveryIdIn, placeOf } from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { deliveries, deliveryAttempts } from "../../../platform/db/tables/data/webhooks.ts";
import { compressResponse } from "../attempts/stored-response.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { isFanOutFree } from "../dispatch/due.ts";
import { insertOwnRows } from "./split.ts";

/**
 * Gives a delivered delivery a row of its own, with its attempt, if a fan-out has it. Its next attempt is recorded there.
 * The writes leave a delivery that has a row as it is.
 */
export async function giveOwnRow(
	tenantId: string,
	{ id, attempts }: { id: string; attempts: readonly { response_body: string | null }[] },
): Promise<Write[]> {
	const [first] = attempts;
	if (!first) return [];
	const place = placeOf(id);
	const entry = sql`${fanOuts} AS f, json_each(f.entries) j
		WHERE f.tenant_id = ${tenantId} AND f.delivery_group = ${place.group} AND f.id = ${place.id} AND f.status = 'SUCCEEDED'
			AND ${deliveryIdIn("f", sql`j.value ->> 'n'`)} = ${id}`;
	const { responseBody, responseGzip } = await compressResponse(first.response_body);
	return [
		sql`INSERT INTO ${deliveries} (id, tenant_id, endpoint_id, event_id, event_type, status, attempt_count, created_at, updated_at)
			SELECT ${id}, f.tenant_id, j.value ->> 'endpoint', f.event_id, f.event_type, 'SUCCEEDED', 1, f.created_at, f.updated_at FROM ${entry}`,
		sql`INSERT INTO ${deliveryAttempts} (delivery_id, attempt, response_status, response_body, response_gzip, duration_ms, error_message, attempted_at)
			SELECT ${id}, 1, j.value ->> 'response_status', ${responseBody}, ${responseGzip}, j.value ->> 'duration_ms', j.value ->> 'error_message',
				f.attempted_at FROM ${entry}`,
		...leaveToOwnRows(isFanOutOf(tenantId, id)),
	];
}

/** The same for a pending delivery whose fan-out no attempt has leased. Nothing nudges it yet. */
export const givePendingRow = (
	{ tenantId, endpointId }: { tenantId: string; endpointId: string },
	id: string,
	clocks: Clocks,
): Write[] => [
	insertOwnRows({
		fanOuts: sql`${isFanOutOf(tenantId, id)} AND ${isFanOutFree(clocks)}`,
		entries: sql`e.id = ${endpointId}`,
		queuedUntil: sql`0`,
	}),
	...leaveToOwnRows(isFanOutOf(tenantId, id)),
];

function isFanOutOf(tenantId: string, deliveryId: string): SQL {
	const { group, id } = placeOf(deliveryId);
	return sql`f.tenant_id = ${tenantId} AND f.delivery_group = ${group} AND f.id = ${id}`;
}

const hasNoRow = sql`NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.id = ${deliveryIdIn("f", sql`j.value ->> 'n'`)})`;

/** Takes the entries that have rows of their own out of the fan-out, which goes with its last entry. */
const leaveToOwnRows = (isFanOut: SQL): Write[] => [
	sql`UPDATE ${fanOuts} AS f SET entries = (SELECT json_group_array(json(j.value)) FROM json_each(f.entries) j WHERE ${hasNoRow})
		WHERE ${isFanOut} AND EXISTS (SELECT 1 FROM json_each(f.entries) j WHERE NOT ${hasNoRow})`,
	sql`DELETE FROM ${fanOuts} AS f WHERE ${isFanOut} AND f.entries = '[]'`,
];
