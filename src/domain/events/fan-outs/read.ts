import type { SQL } from "drizzle-orm";
import {
	deliveryIdIn,
	deliveryIdOf,
	fanOutOf,
	fanOutsOfEvents,
	placeOf,
} from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithinBytes } from "../../../platform/db/lists/byte-page.ts";
import { changesInOrder } from "../../../platform/db/lists/changes-in-order.ts";
import { mergedRanges } from "../../../platform/db/lists/merged-ranges.ts";
import { afterCursor, type PageRequest, sortOfKnownIds } from "../../../platform/db/lists/page-order.ts";
import {
	type CreatedFilters,
	createdIn,
	type UpdatedFilters,
	updatedRange,
} from "../../../platform/db/lists/time-range.ts";
import { and, desc, eq, sql } from "../../../platform/db/statements/expression.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { type FanOutEntry, fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { type deliveries, type deliveryAttempts, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { readStoredResponse } from "../attempts/stored-response.ts";

// Reads the deliveries of fan-outs as if each had a row of its own.

type DeliveryRow = typeof deliveries.$inferSelect;
type AttemptRow = typeof deliveryAttempts.$inferSelect;

export interface FanOutDelivery {
	delivery: DeliveryRow;
	/** Its first attempt, if it has been delivered. */
	attempt: AttemptRow | undefined;
	/** Null where the read leaves it out. */
	event: typeof events.$inferSelect | null;
	endpoint: { status: "ACTIVE" | "DISABLED"; url: string; trigger: string | null };
	size: number;
}

const bytesBesideTexts = 1024;

/** About the size of the delivery as the API shows it. */
const shownBytes = sql<number>`${bytesBesideTexts} + octet_length(${fanOuts.entries}) + coalesce((
	SELECT octet_length(v.data) FROM ${events} v WHERE v.tenant_id = ${fanOuts.tenantId} AND v.id = ${fanOuts.eventId}
), 0)`;

const isPending = sql`${fanOuts.status} = 'PENDING'`;
const isSucceeded = sql`${fanOuts.status} = 'SUCCEEDED'`;

interface Filters extends UpdatedFilters {
	status?: DeliveryRow["status"] | undefined;
	event_type?: string | undefined;
}

/** A page of an endpoint's deliveries in fan-outs. */
export async function listInFanOuts(
	ctx: Ctx,
	endpointId: string,
	{ status, event_type, ...filters }: Filters,
	listed: PageRequest,
	{ withEvents = true } = {},
): Promise<FanOutDelivery[]> {
	// The cursor names a delivery, and the fan-out of which it would be comes after it in neither order.
	const page = listed.after === undefined ? listed : { ...listed, after: placeOf(listed.after).id };
	const of = and(
		sql`${fanOuts.deliveryGroup} = (
			SELECT g.delivery_group FROM ${webhookEndpoints} g WHERE g.tenant_id = ${ctx.tenantId} AND g.id = ${endpointId}
		)`,
		sql`EXISTS (SELECT 1 FROM json_each(${fanOuts.entries}) k WHERE k.value ->> 'endpoint' = ${endpointId})`,
	);
	const mine = and(eq(fanOuts.tenantId, ctx.tenantId), of);
	const type = event_type === undefined ? undefined : eq(fanOuts.eventType, event_type);
	const inPage = (ctx: Ctx, wanted: SQL | undefined) =>
		readEntries(
			ctx,
			and(
				mine,
				pageWithinBytes(
					fanOuts,
					withEvents ? shownBytes : sql<number>`0`,
					wanted,
					page.take,
					page.byChange ? fanOuts.updatedAt : undefined,
				),
				sql`j.value ->> 'endpoint' = ${endpointId}`,
			),
			sortOfKnownIds(fanOuts, page),
			page.take,
			withEvents,
		);
	const updated = updatedRange(filters);
	const begin = afterCursor(fanOuts, page, updated);
	const inState = status === "PENDING" ? isPending : status === "SUCCEEDED" ? isSucceeded : undefined;
	if (status === "DEAD") return [];
	if (!page.byChange) return await inPage(ctx, and(mine, inState, type, begin));
	// A pending fan-out may succeed, so both are read from one state of the database.
	const [succeeded, pending] = await together(
		ctx,
		(ctx) =>
			status === "PENDING"
				? []
				: inPage(
						ctx,
						changesInOrder(fanOuts, ctx.tenantId, page, {
							updated,
							of: and(of, isSucceeded),
							filters: type,
							changesIndex: "fan_outs_updated",
						}),
					),
		(ctx) => (status === "SUCCEEDED" ? [] : inPage(ctx, and(mine, isPending, type, begin))),
	);
	return [...succeeded, ...pending];
}

interface AllFilters extends CreatedFilters {
	event_id?: string | undefined;
	endpoint_id?: string | undefined;
	status?: DeliveryRow["status"] | undefined;
}

/** A page of the deliveries in fan-outs to all webhook endpoints, the newest first. */
export async function listAllInFanOuts(
	ctx: Ctx,
	{ event_id: eventId, endpoint_id: endpointId, status, created_since }: AllFilters,
	page: PageRequest,
): Promise<FanOutDelivery[]> {
	if (status === "DEAD") return [];
	const { tenantId } = ctx;
	// The deliveries of one fan-out can be on two pages.
	const take = page.take + 1;
	const isWanted = and(
		sql`e.tenant_id = ${tenantId} AND e.trigger IS NULL AND e.deleted_at IS NULL`,
		endpointId === undefined ? undefined : sql`e.id = ${endpointId}`,
	);
	const groups = sql`SELECT DISTINCT e.delivery_group FROM ${webhookEndpoints} e WHERE ${isWanted}`;
	const others = and(
		status === "SUCCEEDED" ? isSucceeded : undefined,
		createdIn(fanOuts.id, "delivery", { created_since }),
		sql`EXISTS (SELECT 1 FROM json_each(${fanOuts.entries}) k CROSS JOIN ${webhookEndpoints} e WHERE e.id = k.value ->> 'endpoint' AND ${isWanted})`,
	);
	const newest = mergedRanges(
		{
			...{ table: fanOuts, tenantId, after: page.after },
			...(status === "PENDING" ? { index: "fan_outs_pending", fits: isPending } : {}),
			facets: [{ column: fanOuts.deliveryGroup, values: [], wanted: undefined }],
			combos: sql`SELECT json_array(delivery_group) FROM (${groups})`,
		},
		{ limit: sql`${take}`, others },
	);
	const ofEvent = sql`${fanOuts.tenantId} = ${tenantId} AND (${fanOuts.deliveryGroup}, ${fanOuts.id}) IN (
		SELECT g.delivery_group, ${fanOutOf(sql`${eventId ?? ""}`, sql`g.delivery_group`)} FROM (${groups}) g
	) AND +${fanOuts.eventId} = ${eventId ?? ""} AND ${and(others, status === "PENDING" ? isPending : undefined)}`;
	const wanted =
		eventId === undefined
			? sql`${fanOuts.tenantId} = ${tenantId} AND (${fanOuts.deliveryGroup}, ${fanOuts.id}) IN (WITH RECURSIVE ${newest} SELECT f0, id FROM merged)`
			: ofEvent;
	return await readEntries(
		ctx,
		and(
			sql`${fanOuts.tenantId} = ${tenantId} AND ${fanOuts.deliveryGroup} IN (${groups})`,
			toWebhookEndpoint,
			pageWithinBytes(fanOuts, shownBytes, wanted, take),
			endpointId === undefined ? undefined : sql`j.value ->> 'endpoint' = ${endpointId}`,
			page.after === undefined ? undefined : sql`${deliveryIdIn("fan_outs", sql`j.value ->> 'n'`)} < ${page.after}`,
		),
		[desc(fanOuts.id), sql`j.value ->> 'n' DESC`],
		page.take,
	);
}

/** The delivery with this id to a webhook endpoint. */
export const findInFanOut = async (ctx: Ctx, id: string): Promise<FanOutDelivery | undefined> =>
	(await readEntries(ctx, and(isPlaceOf(ctx.tenantId, id), isEntryOf(id), toWebhookEndpoint), [], 1))[0];

/** It goes to no automation hook. */
const toWebhookEndpoint = sql`${webhookEndpoints.id} LIKE 'whe%'`;

const isPlaceOf = (tenantId: string, deliveryId: string): SQL | undefined => {
	const { group, id } = placeOf(deliveryId);
	return and(eq(fanOuts.tenantId, tenantId), eq(fanOuts.deliveryGroup, group), eq(fanOuts.id, id));
};

const isEntryOf = (deliveryId: string): SQL => sql`CAST(j.value ->> 'n' AS TEXT) = ${deliveryId.slice(-1)}`;

/** Whether the delivery with this id is in a fan-out and goes to the endpoint of the query. */
export const hasEntryFor = (tenantId: string, deliveryId: string): SQL => {
	const { group, id } = placeOf(deliveryId);
	return sql`${webhookEndpoints.id} IN (
		SELECT j.value ->> 'endpoint' FROM ${fanOuts} f, json_each(f.entries) j
		WHERE f.tenant_id = ${tenantId} AND f.delivery_group = ${group} AND f.id = ${id} AND ${isEntryOf(deliveryId)}
	)`;
};

/** Selects until when an attempt has leased the fan-out of a delivery. */
export const leaseOfFanOut = (tenantId: string, deliveryId: string): SQL =>
	sql`SELECT ${fanOuts.leasedUntil} FROM ${fanOuts} WHERE ${isPlaceOf(tenantId, deliveryId)}`;

/** Selects the id of the event of a delivery in a fan-out. */
export const eventOfFanOut = (tenantId: string, deliveryId: string): SQL =>
	sql`SELECT ${fanOuts.eventId} FROM ${fanOuts} WHERE ${isPlaceOf(tenantId, deliveryId)}`;

/** The deliveries of some events to webhook endpoints, of which `eventKeys` selects the tenant and the id. */
export const ofEventsInFanOuts = (ctx: Ctx, eventKeys: SQL, take: number): Promise<FanOutDelivery[]> =>
	readEntries(
		ctx,
		sql`${fanOuts}.rowid IN (
			SELECT o.rowid FROM (${eventKeys}) k
			CROSS JOIN (SELECT DISTINCT delivery_group FROM ${webhookEndpoints} WHERE tenant_id = ${ctx.tenantId}) g
			CROSS JOIN ${fanOuts} o ON o.tenant_id = ${ctx.tenantId} AND o.delivery_group = g.delivery_group
				AND o.id = ${fanOutOf(sql`k.id`, sql`g.delivery_group`)}
		) AND ${toWebhookEndpoint}`,
		[desc(fanOuts.id)],
		take,
		false,
	);

/** The event with this id, if a fan-out delivers it. */
export async function eventInFanOut({ db, tenantId }: Ctx, eventId: string) {
	const [event] = await db
		.select()
		.from(events)
		.where(
			and(eq(events.tenantId, tenantId), eq(events.id, eventId), sql`EXISTS (${fanOutsOfEvents(tenantId, [eventId])})`),
		);
	return event;
}

async function readEntries(
	{ db }: Ctx,
	where: SQL | undefined,
	order: SQL[],
	take: number,
	withEvents = true,
): Promise<FanOutDelivery[]> {
	const rows = await db
		.select({
			id: fanOuts.id,
			tenantId: fanOuts.tenantId,
			eventId: fanOuts.eventId,
			eventType: fanOuts.eventType,
			status: fanOuts.status,
			attemptedAt: fanOuts.attemptedAt,
			leasedUntil: fanOuts.leasedUntil,
			queuedUntil: fanOuts.queuedUntil,
			createdAt: fanOuts.createdAt,
			updatedAt: fanOuts.updatedAt,
			entry: sql<string>`j.value`,
			endpointStatus: webhookEndpoints.status,
			url: webhookEndpoints.url,
			trigger: webhookEndpoints.trigger,
			size: shownBytes,
			event: events,
		})
		.from(fanOuts)
		.innerJoin(sql`json_each(${fanOuts.entries}) j`, sql`TRUE`)
		.innerJoin(
			webhookEndpoints,
			and(
				eq(webhookEndpoints.tenantId, fanOuts.tenantId),
				sql`${webhookEndpoints.id} = j.value ->> 'endpoint'`,
				sql`${webhookEndpoints.deletedAt} IS NULL`,
			),
		)
		.leftJoin(
			events,
			and(eq(events.tenantId, fanOuts.tenantId), eq(events.id, fanOuts.eventId), withEvents ? undefined : sql`FALSE`),
		)
		.where(where)
		.orderBy(...order)
		.limit(take);
	return await Promise.all(
		rows.map(async ({ entry: json, endpointStatus, url, trigger, size, event, attemptedAt, ...row }) => {
			const entry = JSON.parse(json) as FanOutEntry;
			const id = deliveryIdOf(row.id, entry.n);
			const isDelivered = row.status === "SUCCEEDED";
			return {
				delivery: {
					...row,
					id,
					endpointId: entry.endpoint,
					recordId: null,
					sequence: null,
					attemptCount: isDelivered ? 1 : 0,
					nextAttemptAt: isDelivered ? null : row.createdAt,
					replaying: false,
					testBody: null,
				},
				attempt: isDelivered ? await attemptOf(id, entry, attemptedAt ?? row.updatedAt) : undefined,
				event,
				endpoint: { status: endpointStatus, url, trigger },
				size,
			};
		}),
	);
}

async function attemptOf(deliveryId: string, entry: FanOutEntry, attemptedAt: number): Promise<AttemptRow> {
	const gzip = entry.response_gzip;
	return {
		deliveryId,
		attempt: 1,
		responseStatus: entry.response_status ?? null,
		responseBody: await readStoredResponse({
			responseBody: entry.response_body ?? null,
			responseGzip: gzip ? Buffer.from(gzip, "base64") : null,
		}),
		responseGzip: null,
		durationMs: entry.duration_ms ?? 0,
		errorMessage: entry.error_message ?? null,
		attemptedAt,
	};
}
