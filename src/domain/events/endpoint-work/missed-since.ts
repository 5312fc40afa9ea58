import { type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { idOfDelivery } from "../../../platform/db/delivery-ids.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { matchesEndpoint, storedEvent } from "../../../platform/events/matching.ts";
import { firstIdAt, newId } from "../../../platform/lib/ids.ts";
import { insertMissedDeliveries } from "./missed.ts";
import type { Recovery } from "./recovery.ts";
import { perStep } from "./step.ts";

/** The events since a time that an endpoint listens to and has no delivery of. */
export interface MissedSince {
	id: string;
	tenantId: string;
	endpointId: string;
	after: number;
	until: number;
	firstId: string;
	/** The number of these events: in the first step, and in the later ones. */
	inFirstStep: number;
	inLaterSteps: number;
}

/** The number of events that one statement examines to count. */
const countedPerQuery = 5000;

/**
 * Goes through the events by id, which is by time. Their numbers are in another order: a change with many events may
 * commit before a request that began earlier, and an effect may be applied long after its time.
 */
export async function findMissedSince(db: Database, recovery: Recovery): Promise<MissedSince> {
	const { tenantId, endpointId, since, now } = recovery;
	const firstId = firstIdAt("event", since);
	const last = lastNumber(tenantId);
	// The number is that of the last counted event, so both are read from one state of the database.
	const [[sequence], firstPart] = await together(
		{ db },
		({ db }) => db.select({ last }).from(sql`(SELECT 1)`),
		({ db }) => countMissed(db, { tenantId, endpointId, until: last }, sql`v.id >= ${firstId}`, sql`v.id`),
	);
	const until = sequence?.last ?? 0;
	const range = { tenantId, endpointId, until };
	let part = firstPart;
	let [missed, first] = [part.missed, part.first ?? until + 1];
	while (part.examined === countedPerQuery && part.lastId !== null) {
		part = await countMissed(db, range, sql`v.id > ${part.lastId}`, sql`v.id`);
		missed += part.missed;
		first = Math.min(first, part.first ?? first);
	}
	const after = first - 1;
	const inFirstStep = missed === 0 ? 0 : await countFirstStep(db, range, after, firstId);
	return {
		id: newId("work", now),
		tenantId,
		endpointId,
		after,
		until,
		firstId,
		inFirstStep,
		inLaterSteps: missed - inFirstStep,
	};
}

interface Range {
	tenantId: string;
	endpointId: string;
	/** The number of the last event. */
	until: number | SQL<number>;
}

const countFirstStep = async (db: Database, range: Range, after: number, firstId: string): Promise<number> => {
	const inStep = sql`v.sequence > ${after} AND v.sequence <= ${after + perStep} AND v.id >= ${firstId}`;
	return (await countMissed(db, range, inStep, sql`v.sequence`)).missed;
};

interface Counted {
	examined: number;
	missed: number;
	/** The lowest number of a missed event. */
	first: number | null;
	lastId: string | null;
}

/** Examines the first of the events that `which` selects. Leaves out the events that other work is about to send. */
async function countMissed(
	db: Database,
	{ tenantId, endpointId, until }: Range,
	which: SQL,
	order: SQL,
): Promise<Counted> {
	const isMissed = sql`v.sequence <= ${until} AND ${matchesEndpoint(storedEvent)}
		AND ${idOfDelivery} IS NULL
		AND NOT EXISTS (
			SELECT 1 FROM ${endpointWork} w
			WHERE w.tenant_id = v.tenant_id AND w.endpoint_id = e.id AND w.kind = 'missed'
				AND v.sequence > w.position AND v.sequence <= w.until AND v.id >= w.position_id
		)`;
	const [counted] = await db
		.select({
			examined: sql<number>`count(*)`,
			missed: sql<number>`count(missed_sequence)`,
			first: sql<number | null>`min(missed_sequence)`,
			lastId: sql<string | null>`max(event_id)`,
		})
		.from(
			sql`(SELECT v.id AS event_id, iif(${isMissed}, v.sequence, NULL) AS missed_sequence
				FROM ${events} v JOIN ${webhookEndpoints} e ON e.tenant_id = v.tenant_id AND e.id = ${endpointId}
				WHERE v.tenant_id = ${tenantId} AND ${which} ORDER BY ${order} LIMIT ${countedPerQuery})`,
		);
	return counted ?? { examined: 0, missed: 0, first: null, lastId: null };
}

/** Makes the first deliveries, and leaves the others as work, with the count of all. Nothing nudges them yet. */
export const sendMissedSince = (missed: MissedSince, now: number): Write[] => [
	insertMissedDeliveries(missed, Math.min(missed.after + perStep, missed.until), now),
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, position_id, until, count, stepped_at)
		VALUES (${missed.id}, ${missed.tenantId}, ${missed.endpointId}, 'missed', ${missed.after + perStep}, ${missed.firstId}, ${missed.until},
			changes() + ${missed.inLaterSteps}, ${now})
		RETURNING count AS recovered`,
];
