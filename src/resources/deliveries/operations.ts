import { and, asc, count, eq, inArray, isNull, like, type SQL, sql } from "drizzle-orm";
import { type AnyChange, type Change, unchanged } from "../../commit/change.ts";
import { carriedMs } from "../../commit/nudge.ts";
import { guarded } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import { changesInOrder } from "../../db/lists/changes-in-order.ts";
import { beginOf, orderOf } from "../../db/lists/page-order.ts";
import { laterThanBefore } from "../../db/record.ts";
import type { PublicEventType } from "../../db/tables/tenant/events.ts";
import { events } from "../../db/tables/tenant/events.ts";
import { deliveries, deliveryAttempts, webhookEndpoints } from "../../db/tables/tenant/webhooks.ts";
import type { CutPage, PageRequest } from "../../http/page.ts";
import { newId } from "../../lib/ids.ts";
import { inOrder } from "../../lib/in-order.ts";
import { notFound, problem } from "../../problems.ts";
import { bodyOf } from "../../webhooks/body.ts";
import { envelope } from "../../webhooks/envelope.ts";
import { holdPending } from "../../webhooks/pending.ts";
import { exampleOf } from "../events/catalogue/catalogue.ts";
import { findEndpoint } from "../webhook-endpoints/operations.ts";
import { type Delivery, type DeliveryRow, toDelivery } from "./schema.ts";

export interface DeliveryFilters {
	status?: DeliveryRow["status"] | undefined;
	event_type?: PublicEventType | undefined;
	updated_since?: number | undefined;
}

export async function listDeliveries(
	ctx: Ctx,
	endpointId: string,
	filters: DeliveryFilters,
	page: PageRequest,
): Promise<CutPage<Delivery>> {
	const of = eq(deliveries.endpointId, endpointId);
	const wanted = and(
		filters.status !== undefined ? eq(deliveries.status, filters.status) : undefined,
		filters.event_type !== undefined ? eq(deliveries.eventType, filters.event_type) : undefined,
	);
	const updatedSince = filters.updated_since;
	const condition = page.byChange
		? changesInOrder(deliveries, ctx.tenantId, page, {
				updatedSince,
				of,
				filters: wanted,
				changesIndex: "deliveries_endpoint_updated",
			})
		: and(of, wanted, beginOf(deliveries, page, updatedSince));
	const [, found] = await inOrder(findEndpoint(ctx, endpointId), read(ctx, condition, page));
	return withinBudget(found);
}

/** Every attempt shows its bodies. A page with very large bodies ends early, so that the answer can still be made. */
const longestPageChars = 4 * 1024 * 1024;

function withinBudget(found: Delivery[]): CutPage<Delivery> {
	let chars = 0;
	for (const [index, { attempts }] of found.entries()) {
		for (const { request_body, response_body } of attempts) chars += request_body.length + (response_body?.length ?? 0);
		if (chars > longestPageChars && index > 0) return { rows: found.slice(0, index), more: true };
	}
	return { rows: found, more: false };
}

export async function getDelivery(ctx: Ctx, id: string): Promise<Delivery> {
	// The API does not show deliveries of automation hooks. The ids of webhook endpoints begin with `whe`.
	const [found] = await read(ctx, and(eq(deliveries.id, id), like(deliveries.endpointId, "whe%")), {
		after: undefined,
		take: 1,
	});
	if (!found) throw notFound("delivery");
	return found;
}

/** Gives a delivery one more attempt, whatever its count is. If the attempt fails, the delivery is DEAD. */
export async function replayDelivery(ctx: Ctx, id: string): Promise<Change<Delivery>> {
	const [before, waiting] = await Promise.all([getDelivery(ctx, id), waitsForEndpoint(ctx, id)]);
	if (before.status === "PENDING") throw problem("conflict", "The delivery is still pending.");
	return {
		result: { ...before, status: "PENDING", next_attempt_at: waiting ? null : at(ctx), updated_at: at(ctx) },
		writes: [
			guarded(
				replaying(ctx, sql`id = ${id} AND status = ${before.status} AND attempt_count = ${before.attempt_count}`),
			),
			holdPending({ tenantId: ctx.tenantId, endpointId: before.endpoint_id }, ctx.now),
		],
		audit: { action: "delivery.replayed", resourceId: id },
	};
}

interface Recovery {
	object: "recovery";
	count: number;
	dry_run: boolean;
}

/** The transaction counts what it replays, because more deliveries may die between the reading and the commit. */
export async function recoverDeliveries(
	ctx: Ctx,
	endpointId: string,
	{ since, dry_run }: { since: number; dry_run: boolean },
): Promise<AnyChange<Recovery>> {
	const dead = sql`tenant_id = ${ctx.tenantId} AND endpoint_id = ${endpointId} AND status = 'DEAD' AND test_body IS NULL AND created_at >= ${since}`;
	const [, [counted]] = await inOrder(
		findEndpoint(ctx, endpointId),
		ctx.db.select({ count: count() }).from(deliveries).where(dead),
	);
	const recovery: Recovery = { object: "recovery", count: counted?.count ?? 0, dry_run };
	if (dry_run || recovery.count === 0) return unchanged(recovery);
	// A random time marks what this recovery replayed, also when another one runs in the same millisecond.
	const carriedUntil = ctx.now + carriedMs + Math.floor(Math.random() * carriedMs);
	const replayed = sql`(SELECT count(*) FROM ${deliveries} WHERE tenant_id = ${ctx.tenantId} AND endpoint_id = ${endpointId}
		AND status = 'PENDING' AND replaying = 1 AND carried_until = ${carriedUntil})`;
	return {
		resultFrom: ([first]) => ({ ...recovery, count: first?.results.length ?? 0 }),
		recorded: {
			draft: recovery,
			field: "count",
			value: replayed,
			withValue: (value) => ({ ...recovery, count: Number(value) }),
		},
		writes: [replaying(ctx, dead, carriedUntil), holdPending({ tenantId: ctx.tenantId, endpointId }, ctx.now)],
		audit: { action: "webhook_endpoint.recovered", resourceId: endpointId },
	};
}

/** Sends a sample event to this endpoint alone. The event has no number, is not in the event log and is not retried. */
export async function testEndpoint(
	ctx: Ctx,
	endpointId: string,
	type: PublicEventType | undefined,
): Promise<Change<Delivery>> {
	const endpoint = await findEndpoint(ctx, endpointId);
	const listens = endpoint.events[0];
	const sent = type ?? (listens === undefined || listens === "*" ? "client.created" : (listens as PublicEventType));
	const event = {
		id: newId("event", ctx.now),
		type: sent,
		tenantId: ctx.tenantId,
		createdAt: ctx.now,
		actorType: ctx.actor.type,
		actorId: ctx.actor.id,
		data: exampleOf(sent),
	};
	const { sequence: _, ...unnumbered } = envelope({ ...event, sequence: 0 });
	const row: DeliveryRow = {
		id: newId("delivery", ctx.now),
		tenantId: ctx.tenantId,
		endpointId,
		eventId: event.id,
		eventType: sent,
		status: "PENDING",
		attemptCount: 0,
		nextAttemptAt: ctx.now,
		replaying: true,
		testBody: JSON.stringify({ ...unnumbered, test: true }),
		claimedUntil: 0,
		carriedUntil: ctx.now + carriedMs,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	return {
		result: toDelivery(row, [], ""),
		writes: [
			sql`INSERT INTO ${deliveries} (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, replaying, test_body,
					carried_until, created_at, updated_at)
				VALUES (${row.id}, ${row.tenantId}, ${row.endpointId}, ${row.eventId}, ${row.eventType}, ${row.status}, ${row.nextAttemptAt}, 1,
					${row.testBody}, ${row.carriedUntil}, ${row.createdAt}, ${row.updatedAt})
				RETURNING id AS delivery_id`,
		],
		audit: { action: "webhook_endpoint.tested", resourceId: endpointId },
	};
}

const at = (ctx: Ctx) => new Date(ctx.now).toISOString();

const replaying = (ctx: Ctx, which: SQL, carriedUntil = ctx.now + carriedMs): SQL =>
	sql`UPDATE ${deliveries} SET status = 'PENDING', next_attempt_at = ${ctx.now}, replaying = 1, updated_at = ${laterThanBefore(ctx.now)},
			carried_until = ${carriedUntil}
		WHERE tenant_id = ${ctx.tenantId} AND ${which} RETURNING id AS delivery_id`;

/** Whether a delivery must wait until its endpoint is active. Test sends never wait. */
async function waitsForEndpoint(ctx: Ctx, id: string): Promise<boolean> {
	const disabled = and(
		eq(webhookEndpoints.tenantId, deliveries.tenantId),
		eq(webhookEndpoints.id, deliveries.endpointId),
		eq(webhookEndpoints.status, "DISABLED"),
	);
	const rows = await ctx.db
		.select({ id: deliveries.id })
		.from(deliveries)
		.innerJoin(webhookEndpoints, disabled)
		.where(and(eq(deliveries.tenantId, ctx.tenantId), eq(deliveries.id, id), isNull(deliveries.testBody)));
	return rows.length > 0;
}

/** Reads deliveries with their attempts and request bodies, in two queries at the same time. */
async function read(ctx: Ctx, condition: SQL | undefined, page: PageRequest): Promise<Delivery[]> {
	const where = and(eq(deliveries.tenantId, ctx.tenantId), condition);
	const ids = ctx.db
		.select({ id: deliveries.id })
		.from(deliveries)
		.where(where)
		.orderBy(...orderOf(deliveries, page))
		.limit(page.take);
	const [rows, attempts] = await Promise.all([
		ctx.db
			.select({ delivery: deliveries, event: events })
			.from(deliveries)
			.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
			.where(where)
			.orderBy(...orderOf(deliveries, page))
			.limit(page.take),
		ctx.db
			.select()
			.from(deliveryAttempts)
			.where(inArray(deliveryAttempts.deliveryId, ids))
			.orderBy(asc(deliveryAttempts.attempt)),
	]);
	return rows.map(({ delivery, event }) =>
		toDelivery(
			delivery,
			attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
			bodyOf(delivery.testBody, event),
		),
	);
}
