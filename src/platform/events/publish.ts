import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../context.ts";
import { deliveriesOfEvents, deliveryIdOf } from "../db/delivery-ids.ts";
import { lastNumber } from "../db/last-number.ts";
import { bytesOfShortRow } from "../db/row-bytes.ts";
import { type Buildable, preparedWrite } from "../db/statements/builder.ts";
import { isStudioHere } from "../db/studio-state.ts";
import { events } from "../db/tables/data/events.ts";
import { studios } from "../db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../db/tables/data/webhooks.ts";
import type { EventDraft } from "./event-draft.ts";
import { matchedProperties, matchesEndpoint, recordOf } from "./matching.ts";
import { type DueDelivery, queuedMs } from "./nudges.ts";

interface Origin {
	tenantId: string;
	actor: Actor;
	requestId: string;
	now: number;
}

/**
 * The statements that an event adds to the transaction of its change: the event with the next number of the tenant, and
 * a delivery for each endpoint that it matches at this moment (contract: Events 4, Deliveries 1).
 */
export function publish(event: EventDraft & { id: string }, origin: Origin): Buildable[] {
	const { id, type, data } = event;
	const { tenantId, actor, requestId, now } = origin;
	const values = {
		...matchedProperties(data),
		id,
		type,
		data: JSON.stringify(data),
		record: recordOf(event),
		tenantId,
		actorType: actor.type,
		actorId: actor.id,
		requestId,
		now,
		machineNow: Date.now(),
	};
	return [insertEvent(values), insertDeliveries(values)];
}

/** A parameter of D1 has at most 2 MB. This many characters always fit, however many bytes each has. */
const charsPerStatement = 400_000;
const eventsPerStatement = 1000;

/** Like `publish`, for many events: two statements for each chunk of events instead of two for each event. */
export function publishMany(drafts: readonly (EventDraft & { id: string })[], origin: Origin): Buildable[] {
	const events = drafts.map((draft) => ({
		matching: { id: draft.id, type: draft.type, record: recordOf(draft), ...matchedProperties(draft.data) },
		data: JSON.stringify(draft.data),
	}));
	return chunksOf(events).flatMap((chunk) => publishChunk(chunk, origin));
}

interface EncodedEvent {
	matching: { id: string; type: string };
	data: string;
}

function publishChunk(chunk: EncodedEvent[], origin: Origin): Buildable[] {
	const property = (key: string) => sql.raw(`json_extract(j.value, '$.${key}')`);
	const type = property("type");
	const isMatched = matchesEndpoint({
		type,
		actorType: sql`${origin.actor.type}`,
		actorId: sql`${origin.actor.id}`,
		property,
	});
	const number = sql`${lastNumber(origin.tenantId)} - ${chunk.length - 1} + j.key`;
	const whole = JSON.stringify(chunk.map(({ matching: { id, type }, data }) => ({ id, type, data })));
	const matchings = JSON.stringify(chunk.map(({ matching: named }) => named));
	return [
		sql`INSERT INTO ${events} (id, tenant_id, sequence, type, data, actor_type, actor_id, request_id, created_at)
			WITH s(last) AS MATERIALIZED (SELECT ${lastNumber(origin.tenantId)})
			SELECT json_extract(j.value, '$.id'), ${origin.tenantId}, s.last + 1 + j.key, ${type}, json_extract(j.value, '$.data'),
				${origin.actor.type}, ${origin.actor.id}, ${origin.requestId}, ${origin.now}
			FROM s CROSS JOIN json_each(${whole}) j
			RETURNING sequence AS event_sequence, type AS event_type`,
		sql`INSERT INTO ${deliveries} ${deliveryColumns}
			SELECT e.tenant_id, e.id, ${deliveryIdOf(property("id"))}, ${property("id")}, ${type}, 0, 'PENDING', ${origin.now}, ${origin.now}, ${origin.now}, ${queuedUntil(sql`${origin.now}`, sql`${Date.now()}`)},
				${orderColumns(property("record"), number)}
			FROM json_each(${matchings}) j JOIN ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
			WHERE e.tenant_id = ${origin.tenantId} AND e.status = 'ACTIVE' AND ${hasWebhooks} AND ${isMatched}
			RETURNING ${dueDelivery}`,
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

/** Enough to find one that waits behind those that are under way and those whose nudge is on its way. */
const examinedOldest = 30;

/**
 * A new delivery is not nudged if attempts are under way at endpoint `e` and earlier deliveries wait for room there: the
 * ends of the attempts dispatch them in turn, and a nudge would be in vain.
 */
const waitsForRoom = (now: SQL, machineNow: SQL): SQL => sql`(
	EXISTS (
		SELECT 1 FROM (
			SELECT w.queued_until, w.leased_until FROM ${deliveries} w INDEXED BY deliveries_due
			WHERE w.tenant_id = e.tenant_id AND w.endpoint_id = e.id AND w.status = 'PENDING' AND w.next_attempt_at <= ${now}
			ORDER BY w.next_attempt_at LIMIT ${examinedOldest}
		) WHERE queued_until <= ${now} AND leased_until = 0
	) AND EXISTS (
		SELECT 1 FROM ${deliveries} o WHERE o.tenant_id = e.tenant_id AND o.endpoint_id = e.id AND o.leased_until > 0
			AND o.leased_until > ${machineNow}
	)
)`;

const queuedUntil = (now: SQL, machineNow: SQL): SQL =>
	sql`iif(${waitsForRoom(now, machineNow)}, 0, ${now} + ${queuedMs})`;

export const deliveryColumns = sql`(tenant_id, endpoint_id, id, event_id, event_type, missed, status, next_attempt_at, created_at, updated_at, queued_until, record_id, sequence)`;

/** The values of `record_id` and `sequence`, which are set for an ordered endpoint `e`. */
export const orderColumns = (record: SQL, sequence: SQL): SQL =>
	sql`CASE WHEN e.ordered THEN ${record} END, CASE WHEN e.ordered THEN ${sequence} END`;

/** Whether studio `t` is in this database and its plan includes webhooks (contract: Plans 3, Plans 7). */
export const hasWebhooks = sql`t.plan <> 'light' AND ${isStudioHere}`;

/** A statement that creates deliveries or makes them due returns this of each, so that the commit nudges it. */
export const dueDelivery = sql`id AS delivery_id, queued_until AS delivery_queued, tenant_id AS delivery_tenant, endpoint_id AS delivery_endpoint, (
	SELECT h.host FROM ${webhookEndpoints} h WHERE h.tenant_id = ${deliveries.tenantId} AND h.id = ${deliveries.endpointId}
) AS delivery_host`;

const given = (name: string): SQL => sql`${sql.placeholder(name)}`;

const insertEvent = preparedWrite(sql`
	INSERT INTO ${events} (id, tenant_id, sequence, type, data, actor_type, actor_id, request_id, created_at)
	VALUES (${given("id")}, ${given("tenantId")}, 1 + ${lastNumber(given("tenantId"))}, ${given("type")}, ${given("data")}, ${given("actorType")}, ${given("actorId")}, ${given("requestId")}, ${given("now")})
	RETURNING sequence AS event_sequence, type AS event_type`);

const isMatched = matchesEndpoint({
	type: given("type"),
	actorType: given("actorType"),
	actorId: given("actorId"),
	property: given,
});

const insertDeliveries = preparedWrite(sql`
	INSERT INTO ${deliveries} ${deliveryColumns}
	SELECT e.tenant_id, e.id, ${deliveryIdOf(given("id"))}, ${given("id")}, ${given("type")}, 0, 'PENDING', ${given("now")}, ${given("now")}, ${given("now")}, ${queuedUntil(given("now"), given("machineNow"))},
		${orderColumns(given("record"), lastNumber(given("tenantId")))}
	FROM ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
	WHERE e.tenant_id = ${given("tenantId")} AND e.status = 'ACTIVE' AND ${hasWebhooks} AND ${isMatched}
	RETURNING ${dueDelivery}`);

interface DueRow {
	delivery_id: string;
	/** 0 if the delivery needs no nudge. */
	delivery_queued: number;
	delivery_tenant: string;
	delivery_endpoint: string;
	delivery_host: string;
}

const isDueRow = (row: unknown): row is DueRow => typeof row === "object" && row !== null && "delivery_id" in row;

/** The deliveries that a transaction created or made due. */
export const deliveriesIn = (results: D1Result[]): DueDelivery[] =>
	results
		.flatMap(({ results: rows = [] }) => rows.filter(isDueRow))
		.filter(({ delivery_queued }) => delivery_queued > 0)
		.map(({ delivery_id, delivery_tenant, delivery_endpoint, delivery_host }) => ({
			delivery_id,
			tenant_id: delivery_tenant,
			endpoint_id: delivery_endpoint,
			host: delivery_host,
		}));

/** Attempts are recorded without being counted, so that each writes a row less. Most deliveries have one. */
const bytesOfFirstAttempt = 200;

/** About how many bytes the deliveries of these events take. Only the database knows their number. */
export const bytesOfDeliveries = (tenantId: string, eventIds: string[]): SQL =>
	sql`${bytesOfShortRow(deliveries) + bytesOfFirstAttempt} * (SELECT count(*) FROM (${deliveriesOfEvents(
		tenantId,
		sql`(SELECT value AS id FROM json_each(${JSON.stringify(eventIds)}))`,
	)}))`;
