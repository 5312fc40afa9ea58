import { and, type SQL, sql } from "drizzle-orm";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { aboutOfEvent, events, hasNoEntryOfRecord, typesOfEffects } from "../../../platform/db/tables/data/events.ts";
import { storedRecord } from "../../../platform/events/matching.ts";
import { entriesOf } from "../../access/audit-log/found-entries.ts";

// Events have no index by record or by request. Each change of a record has an audit entry about it, with the same
// request, and its events get their ids right after it. So the entries of the record or the request tell where in the
// primary key its events are. Events that other parts of the product publish have no entry about their record, and an
// index by record of their own. Events of effects may reach the data long after their time, and so after later events.

export interface EntryFilters {
	about?: string | undefined;
	request_id?: string | undefined;
}

interface Reading {
	tenantId: string;
	/** A condition on the events `v`. */
	of: SQL | undefined;
	/** The direction of the list: rising for the feed. */
	rising: boolean;
	/** The entries before this id can have events of the page. */
	before?: string | undefined;
	/** A condition on the entries that can have events of the page. */
	from?: SQL | undefined;
	take: number;
}

/** Entries and events of simultaneous requests can have ids in another order, but never that many. */
const outOfOrder = 100;

/** Among the selected events are those of the page. */
export function idsByEntries({ about, request_id: requestId }: EntryFilters, reading: Reading): SQL {
	const { tenantId, of, rising, before, from, take } = reading;
	const direction = sql.raw(rising ? "ASC" : "DESC");
	const limit = take + outOfOrder;
	const wanted = and(
		of,
		requestId === undefined ? undefined : sql`v.request_id = ${requestId}`,
		about === undefined ? undefined : sql`${storedRecord} = ${about}`,
	);
	const range = and(before === undefined ? undefined : sql`${auditEntries.id} < ${before}`, from);
	const found = entriesOf({ tenantId, range }, { resourceId: about, requestId });
	// The events of a change are the same for all of its entries, which have one time and lie side by side.
	const isFirstOfChange =
		about === undefined
			? sql`NOT EXISTS (SELECT 1 FROM (
				SELECT b.request_id, b.created_at FROM ${auditEntries} b
				WHERE b.tenant_id = ${tenantId} AND b.id ${sql.raw(rising ? "<" : ">")} a.id ORDER BY b.id ${sql.raw(rising ? "DESC" : "ASC")} LIMIT 1
			) WHERE request_id = a.request_id AND created_at = a.created_at)`
			: sql`1`;
	// The events of one change come in any order, so all of the last change must fit in.
	const byEntries = found.map(
		(entries) => sql`SELECT DISTINCT e.id FROM (SELECT id FROM (${entries}) ORDER BY id ${direction} LIMIT -1) found
			CROSS JOIN ${auditEntries} a ON a.tenant_id = ${tenantId} AND a.id = found.id AND ${isFirstOfChange}
			CROSS JOIN ${events} e ON e.tenant_id = ${tenantId} AND e.id IN (
				SELECT v.id FROM ${events} v WHERE v.tenant_id = ${tenantId} AND v.id >= printf('evt_%012x', a.created_at)
					AND v.id < max(printf('evt_%012x', a.created_at), 'evt_' || substr(a.id, 5, 12)) || 'g'
					AND v.request_id = a.request_id AND ${wanted}
				ORDER BY v.id ${direction} LIMIT ${take}
			) LIMIT ${limit + take}`,
	);
	const published =
		about === undefined
			? []
			: [
					sql`SELECT v.id FROM ${events} v INDEXED BY events_about
						WHERE v.tenant_id = ${tenantId} AND ${sql.raw(aboutOfEvent("v"))} = ${about} AND (${sql.raw(hasNoEntryOfRecord("v"))}) AND ${wanted}
						ORDER BY v.id ${direction} LIMIT ${limit}`,
				];
	const late = rising
		? [
				sql`SELECT v.id FROM json_each(${JSON.stringify(typesOfEffects)}) j CROSS JOIN ${events} v INDEXED BY events_type_sequence
					ON v.tenant_id = ${tenantId} AND v.type = j.value WHERE ${wanted} ORDER BY v.sequence LIMIT ${limit}`,
			]
		: [];
	return sql.join(
		[...byEntries, ...published, ...late].map((ids) => sql`SELECT id FROM (${ids})`),
		sql` UNION `,
	);
}
