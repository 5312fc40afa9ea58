import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../context.ts";
import { eventSequences, events } from "../../db/tables/data/events.ts";
import { studios } from "../../db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../db/tables/data/webhooks.ts";
import { queuedMs } from "../after/queue-messages.ts";
import type { EventDraft } from "../change.ts";
import type { Write } from "../write.ts";
import { matchedProperties, matchesEndpoint, recordOf } from "./event-matching.ts";
import { idOfEachRow } from "./id-of-each-row.ts";
import { isStudioHere } from "./open-studio.ts";

/** Where events come from. */
interface Origin {
	tenantId: string;
	actor: Actor;
	requestId: string;
	now: number;
}

/**
 * The statements that an event adds to the transaction of its change: the event with the next number of the tenant, and
 * a delivery for each endpoint that is told of it at this moment (contract: Events 4, Deliveries 1).
 */
export function publish(event: EventDraft & { id: string }, of: Origin): Write[] {
	const { id } = event;
	const { actor } = of;
	const properties = matchedProperties(event.data);
	const isMatched = matchesEndpoint({
		type: sql`${event.type}`,
		actorType: sql`${actor.type}`,
		actorId: sql`${actor.id}`,
		property: (key) => sql`${properties[key]}`,
	});
	return [
		sql`INSERT INTO ${eventSequences} (tenant_id, last) VALUES (${of.tenantId}, 1)
			ON CONFLICT (tenant_id) DO UPDATE SET last = last + 1`,
		sql`INSERT INTO ${events} (id, tenant_id, sequence, type, data, actor_type, actor_id, request_id, created_at)
			SELECT ${id}, tenant_id, last, ${event.type}, ${JSON.stringify(event.data)}, ${of.actor.type}, ${of.actor.id}, ${of.requestId}, ${of.now}
			FROM ${eventSequences} WHERE tenant_id = ${of.tenantId} RETURNING sequence AS event_sequence, type AS event_type`,
		sql`INSERT INTO ${deliveries} ${deliveryColumns}
			SELECT ${deliveryId(of.now)}, e.tenant_id, e.id, ${id}, ${event.type}, 'PENDING', ${of.now}, ${of.now}, ${of.now}, ${of.now + queuedMs},
				${orderColumns(sql`${recordOf(event)}`, lastNumber(of.tenantId))}
			FROM ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
			WHERE e.tenant_id = ${of.tenantId} AND e.status = 'ACTIVE' AND ${hasWebhooks} AND ${isMatched}
			RETURNING id AS delivery_id`,
	];
}

/** A parameter in D1 holds 2 MB. This many characters always fit, however many bytes each has. */
const charsPerStatement = 400_000;
const eventsPerStatement = 1000;

/** Like `publish`, for many events: three statements for each chunk of events instead of three for each event. */
export function publishMany(drafts: readonly (EventDraft & { id: string })[], of: Origin): Write[] {
	const events = drafts.map((draft) => ({
		matching: { id: draft.id, type: draft.type, record: recordOf(draft), ...matchedProperties(draft.data) },
		data: JSON.stringify(draft.data),
	}));
	return chunksOf(events).flatMap((chunk) => publishChunk(chunk, of));
}

interface EncodedEvent {
	/** What its deliveries need. */
	matching: { id: string; type: string };
	data: string;
}

function publishChunk(chunk: EncodedEvent[], of: Origin): Write[] {
	const property = (key: string) => sql.raw(`json_extract(j.value, '$.${key}')`);
	const type = property("type");
	const isMatched = matchesEndpoint({ type, actorType: sql`${of.actor.type}`, actorId: sql`${of.actor.id}`, property });
	const number = sql`${lastNumber(of.tenantId)} - ${chunk.length - 1} + j.key`;
	const whole = JSON.stringify(chunk.map(({ matching: { id, type }, data }) => ({ id, type, data })));
	const matchings = JSON.stringify(chunk.map(({ matching: named }) => named));
	return [
		sql`INSERT INTO ${eventSequences} (tenant_id, last) VALUES (${of.tenantId}, ${chunk.length})
			ON CONFLICT (tenant_id) DO UPDATE SET last = last + ${chunk.length}`,
		sql`INSERT INTO ${events} (id, tenant_id, sequence, type, data, actor_type, actor_id, request_id, created_at)
			SELECT json_extract(j.value, '$.id'), s.tenant_id, s.last - ${chunk.length - 1} + j.key, ${type}, json_extract(j.value, '$.data'),
				${of.actor.type}, ${of.actor.id}, ${of.requestId}, ${of.now}
			FROM json_each(${whole}) j JOIN ${eventSequences} s ON s.tenant_id = ${of.tenantId}
			RETURNING sequence AS event_sequence, type AS event_type`,
		sql`INSERT INTO ${deliveries} ${deliveryColumns}
			SELECT ${deliveryId(of.now)}, e.tenant_id, e.id, json_extract(j.value, '$.id'), ${type}, 'PENDING', ${of.now}, ${of.now}, ${of.now}, ${of.now + queuedMs},
				${orderColumns(property("record"), number)}
			FROM json_each(${matchings}) j JOIN ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
			WHERE e.tenant_id = ${of.tenantId} AND e.status = 'ACTIVE' AND ${hasWebhooks} AND ${isMatched}
			RETURNING id AS delivery_id`,
	];
}

function chunksOf(events: EncodedEvent[]): EncodedEvent[][] {
	const chunks: EncodedEvent[][] = [];
	let chars = 0;
	for (const event of events) {
		const last = chunks.at(-1);
		chars += event.data.length;
		if (last && chars <= charsPerStatement && last.length < eventsPerStatement) last.push(event);
		else {
			chunks.push([event]);
			chars = event.data.length;
		}
	}
	return chunks;
}

export const deliveryColumns = sql`(id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at, carried_until, record_id, sequence)`;

/** The last two of these columns: the record of the event and its number, for an ordered endpoint `e`. */
export const orderColumns = (record: SQL, sequence: SQL): SQL =>
	sql`CASE WHEN e.ordered THEN ${record} END, CASE WHEN e.ordered THEN ${sequence} END`;

const lastNumber = (tenantId: string): SQL => sql`(SELECT last FROM ${eventSequences} WHERE tenant_id = ${tenantId})`;

/** Whether studio `t` is here and its plan includes webhooks (contract: Plans 3, Plans 7). */
export const hasWebhooks = sql`t.plan <> 'light' AND ${isStudioHere}`;

export const deliveryId = (now: number) => idOfEachRow("delivery", now);

/** The deliveries that a transaction made or moved. Its statements return them under this name. */
export const deliveriesIn = (results: D1Result[]): string[] =>
	results.flatMap(({ results: rows = [] }) =>
		rows.flatMap((row) => (typeof row === "object" && row && "delivery_id" in row ? [String(row.delivery_id)] : [])),
	);
