import { sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/database.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { isDeletion } from "../../../platform/db/tables/data/audit-log.ts";
import type { feedDetails } from "../../../platform/db/tables/data/calendars.ts";
import { together } from "../../../platform/db/together.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import type { FeedAddress } from "./secret.ts";

const pastMs = 90 * dayMs;
const cancelledMs = 30 * dayMs;

/** The appointments that a reading looks at. Of a shop these are those of the studio, so most may be others'. */
const lookedAt = { coming: 5000, past: 3000 };
const maxAppointments = 2000;
const maxBlocks = 1000;

export interface FeedAppointment {
	id: string;
	startAt: number;
	endAt: number;
	status: "SCHEDULED" | "COMPLETED" | "CANCELLED";
	title: string | null;
	notes: string | null;
	location: string | null;
	sequence: number;
	changedAt: number;
	firstName: string | null;
	lastName: string | null;
	artist: string | null;
	type: string | null;
}

export interface FeedBlock {
	id: string;
	startAt: number;
	endAt: number;
	reason: string | null;
	createdAt: number;
	artist: string | null;
}

export interface Feed {
	ownerId: string;
	details: (typeof feedDetails)[number];
	/** The name of the artist or the shop. */
	name: string;
	studio: string;
	lastReadAt: number | null;
	/** Stands for all that the feed shows. */
	version: string;
	/** Absent if the reader has this version. */
	entries?: { appointments: FeedAppointment[]; blocks: FeedBlock[] };
}

/** The database does not have the studio's data, any more. */
export const elsewhere = Symbol("elsewhere");

/**
 * Reads a feed with one call to the database. `known` are the versions that the reader has: with one of them, the
 * database looks at no appointment. Undefined if the address is unknown or has ended, if the artist is deactivated, or
 * if the studio is on Light: all these take the same statements.
 */
export async function readFeed(
	db: Database,
	{ tenantId, hash }: FeedAddress,
	{ known, now }: { known: string[]; now: number },
): Promise<Feed | typeof elsewhere | undefined> {
	const statements = statementsOf(tenantId, hash, known, now);
	const [[head], appointments, blocks] = await together(
		{ db },
		({ db }) => db.select(headColumns).from(statements.head),
		({ db }) => db.select(appointmentColumns).from(statements.appointments),
		({ db }) => db.select(blockColumns).from(statements.blocks),
	);
	if (!head) return elsewhere;
	const { ownerId, artist, status, shop, plan, details, ...rest } = head;
	const name = artist ?? shop;
	if (ownerId === null || details === null || name === null) return undefined;
	if (status === "DEACTIVATED" || !hasApiAccess(plan)) return undefined;
	const feed = { ...rest, ownerId, details, name };
	return known.includes(head.version) ? feed : { ...feed, entries: { appointments, blocks } };
}

const headColumns = {
	ownerId: sql<string | null>`owner_id`,
	details: sql<Feed["details"] | null>`details`,
	artist: sql<string | null>`artist`,
	status: sql<string | null>`status`,
	shop: sql<string | null>`shop`,
	studio: sql<string>`studio`,
	plan: sql<Parameters<typeof hasApiAccess>[0]>`plan`,
	lastReadAt: sql<number | null>`last_read_at`,
	version: sql<string>`version`,
};
const appointmentColumns = {
	id: sql<string>`id`,
	startAt: sql<number>`start_at`,
	endAt: sql<number>`end_at`,
	status: sql<FeedAppointment["status"]>`status`,
	title: sql<string | null>`title`,
	notes: sql<string | null>`notes`,
	location: sql<string | null>`location`,
	sequence: sql<number>`calendar_sequence`,
	changedAt: sql<number>`updated_at`,
	firstName: sql<string | null>`first_name`,
	lastName: sql<string | null>`last_name`,
	artist: sql<string | null>`artist`,
	type: sql<string | null>`type`,
};
const blockColumns = {
	id: sql<string>`id`,
	startAt: sql<number>`start_at`,
	endAt: sql<number>`end_at`,
	reason: sql<string | null>`reason`,
	createdAt: sql<number>`created_at`,
	artist: sql<string | null>`artist`,
};

function statementsOf(tenantId: string, hash: string, known: string[], now: number) {
	const from = now - pastMs;
	const owner = sql`(SELECT owner_id FROM calendar_feeds WHERE tenant_id = ${tenantId} AND hash = ${hash})`;
	const ofArtists = sql`(SELECT id FROM artists WHERE tenant_id = ${tenantId} AND id = ${owner}
		UNION ALL SELECT id FROM artists WHERE tenant_id = ${tenantId} AND shop_id = ${owner})`;
	const shownBlocks = sql`SELECT id, artist_id, start_at, end_at, reason, created_at FROM time_blocks
		WHERE tenant_id = ${tenantId} AND artist_id IN ${ofArtists} AND end_at >= ${from}
		ORDER BY end_at LIMIT ${maxBlocks}`;
	// Each part rises with each commit that it stands for, or tells the set of rows. Two exceptions are settled by the next
	// change or at midnight: the name of an event type and a deleted appointment whose request was overtaken by another.
	const version = sql`(SELECT ${Math.floor(now / dayMs)} || '.' || s.effects
		|| '.' || coalesce((SELECT max(sequence) FROM events WHERE tenant_id = ${tenantId}), 0)
		|| '.' || (SELECT count(*) || '.' || coalesce(sum(revision), 0) FROM artists WHERE tenant_id = ${tenantId} AND id IN ${ofArtists})
		|| '.' || coalesce((SELECT revision FROM shops WHERE tenant_id = ${tenantId} AND id = ${owner}), 0)
		|| '.' || (SELECT count(*) || '.' || coalesce(sum(start_at), 0) || '.' || coalesce(sum(end_at), 0) || '.' || coalesce(max(id), '') FROM (${shownBlocks}))
		|| '.' || coalesce((SELECT max(updated_at) FROM event_types WHERE tenant_id = ${tenantId}), 0)
		|| '.' || coalesce((SELECT max(id) FROM audit_entries WHERE tenant_id = ${tenantId} AND (${sql.raw(isDeletion("action"))}) AND action = 'appointment.deleted'), '')
		FROM studios s WHERE s.tenant_id = ${tenantId})`;
	const most = (rows: number) => sql`CASE WHEN ${version} IN ${eachOf(known)} THEN 0 ELSE ${rows} END`;
	const nearest = (times: typeof owner, order: typeof owner, rows: number) =>
		sql`SELECT * FROM (SELECT p.id, p.artist_id, p.client_id, p.event_type_id, p.start_at, p.end_at, p.status,
			p.title, p.notes, p.location, p.calendar_sequence, p.updated_at, p.cancelled_at
			FROM appointments p WHERE p.tenant_id = ${tenantId} AND ${times} ORDER BY p.start_at ${order} LIMIT ${most(rows)})
			WHERE artist_id IN ${ofArtists}
			AND (status IN ('SCHEDULED', 'COMPLETED') OR status = 'CANCELLED' AND cancelled_at >= ${now - cancelledMs})`;
	return {
		head: sql`(SELECT f.owner_id, f.details, a.name AS artist, a.status, h.name AS shop, s.name AS studio, s.plan,
			f.last_read_at, ${version} AS version
			FROM studios s
			LEFT JOIN calendar_feeds f ON f.tenant_id = s.tenant_id AND f.hash = ${hash}
			LEFT JOIN artists a ON a.tenant_id = s.tenant_id AND a.id = f.owner_id
			LEFT JOIN shops h ON h.tenant_id = s.tenant_id AND h.id = f.owner_id
			WHERE s.tenant_id = ${tenantId} AND s.state IN ('OPEN', 'CLOSING', 'LEAVING'))`,
		// The nearest to the present first, because the file has a bound.
		appointments: sql`(SELECT n.id, n.start_at, n.end_at, n.status, n.title, n.notes, n.location,
			n.calendar_sequence, n.updated_at, c.first_name, c.last_name, a.name AS artist, e.name AS type
			FROM (${nearest(sql`p.start_at >= ${now}`, sql`ASC`, lookedAt.coming)} UNION ALL
			${nearest(sql`p.start_at < ${now} AND p.start_at >= ${from}`, sql`DESC`, lookedAt.past)}) n
			LEFT JOIN clients c ON c.tenant_id = ${tenantId} AND c.id = n.client_id
			LEFT JOIN artists a ON a.tenant_id = ${tenantId} AND a.id = n.artist_id
			LEFT JOIN event_types e ON e.tenant_id = ${tenantId} AND e.id = n.event_type_id
			LIMIT ${maxAppointments})`,
		blocks: sql`(SELECT b.id, b.start_at, b.end_at, b.reason, b.created_at, a.name AS artist FROM (${shownBlocks}) b
			LEFT JOIN artists a ON a.tenant_id = ${tenantId} AND a.id = b.artist_id LIMIT ${most(maxBlocks)})`,
	};
}
