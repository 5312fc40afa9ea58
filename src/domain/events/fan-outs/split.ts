import type { SQL } from "drizzle-orm";
import { dueDelivery } from "../../../platform/commit/transaction/event-statements.ts";
import { deliveryIdIn } from "../../../platform/commit/transaction/fan-out-statements.ts";
import { mayWorkEnd } from "../../../platform/commit/transaction/open-studio.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { pendingFanOuts } from "../dispatch/due.ts";

// Gives pending deliveries of fan-outs rows of their own. Such a row says the same as the fan-out did, its lease included.

/** The entries `j` of pending fan-outs `f`, with their endpoints `e`. An entry of a deleted endpoint has none. */
const entriesOf = sql`json_each(f.entries) j
	JOIN ${webhookEndpoints} e ON e.tenant_id = f.tenant_id AND e.id = j.value ->> 'endpoint'`;

interface Split {
	/** Selects fan-outs `f`. */
	fanOuts: SQL;
	/** Selects some of their entries `j`, of endpoints `e`. Absent: all. */
	entries?: SQL;
	/** The value of `carried_until` of the rows. */
	queuedUntil: SQL;
}

/** Makes rows of their own for entries. The next statement must remove the entries from the fan-outs. */
export const insertOwnRows = ({ fanOuts: which, entries, queuedUntil }: Split): Write =>
	sql`INSERT INTO ${deliveries} (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at, claimed_until, carried_until)
		SELECT ${deliveryIdIn("f", sql`j.value ->> 'n'`)}, f.tenant_id, e.id, f.event_id, f.event_type, 'PENDING', f.created_at, f.created_at, f.updated_at,
			f.leased_until, ${queuedUntil}
		FROM ${fanOuts} f CROSS JOIN ${entriesOf}
		WHERE f.status = 'PENDING' AND ${which} AND ${entries ?? sql`TRUE`}
		RETURNING ${dueDelivery}`;

/** Selects the fan-outs `f` of the group of an endpoint. */
export const inGroupOf = ({ tenantId, endpointId }: { tenantId: string; endpointId: string }): SQL =>
	sql`f.tenant_id = ${tenantId} AND f.delivery_group = (
		SELECT g.delivery_group FROM ${webhookEndpoints} g WHERE g.tenant_id = ${tenantId} AND g.id = ${endpointId}
	)`;

const isHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = f.tenant_id AND ${mayWorkEnd})`;

/** One statement splits this many fan-outs. */
export const splitAtOnce = 100;

/** Selects some of the pending fan-outs `f` of studios that may change. */
export const someFanOuts = (which: SQL, limit: number): SQL =>
	sql`SELECT f.rowid FROM ${pendingFanOuts} AND ${which} AND ${isHere} LIMIT ${limit}`;

/** Splits some of the pending fan-outs that `which` selects. Nothing nudges the deliveries yet. */
export function splitSome(which: SQL, limit = splitAtOnce): Write[] {
	const some = someFanOuts(which, limit);
	return [
		insertOwnRows({ fanOuts: sql`f.rowid IN (${some})`, queuedUntil: sql`0` }),
		sql`DELETE FROM ${fanOuts} WHERE rowid IN (${some})`,
	];
}
