import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { deliveriesOfEvents, hasDeliveryId } from "../../../platform/db/delivery-ids.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { bodyOf } from "../attempts/request/body.ts";
import type { PastedHeaders } from "./pasted-headers.ts";
import { type SecretCandidate, type Verdict, verify } from "./verify.ts";

interface ReceivedRequest {
	headers: PastedHeaders;
	body: string;
	deliveryId?: string;
	/** Tries no secret of another endpoint: each is a hash of the whole body. */
	thisEndpointAlone?: boolean;
}

/** The check keeps nothing of the headers and the body. */
export async function checkSignature(
	ctx: Ctx,
	endpointId: string,
	{ headers, body, deliveryId = "", thisEndpointAlone = false }: ReceivedRequest,
): Promise<Verdict> {
	const named = { "service-delivery-id": deliveryId, ...headers };
	const [candidates, sent] = await together(
		ctx,
		(ctx) => candidatesOf(ctx, endpointId, thisEndpointAlone),
		(ctx) => sentBody(ctx, named, body, endpointId),
	);
	return verify({ headers, body, candidates, sent, now: ctx.now });
}

const maxEndpoints = 100;

/** The secrets of this endpoint come first. */
async function candidatesOf(
	{ db, tenantId, vault }: Ctx,
	endpointId: string,
	thisEndpointAlone: boolean,
): Promise<SecretCandidate[]> {
	const isListed = and(eq(webhookEndpoints.tenantId, tenantId), isNull(webhookEndpoints.deletedAt));
	const [own, others] = await together(
		{ db },
		({ db }) =>
			db
				.select()
				.from(webhookEndpoints)
				.where(and(isListed, eq(webhookEndpoints.id, endpointId))),
		({ db }) =>
			thisEndpointAlone
				? []
				: db
						.select()
						.from(webhookEndpoints)
						.where(and(isListed, ne(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.trigger)))
						.limit(maxEndpoints),
	);
	const sealed = [
		...own.flatMap((row) => [
			{ row, secret: row.secret, whose: "present" as const },
			...(row.previousSecret === null
				? []
				: [{ row, secret: row.previousSecret, whose: "previous" as const, until: row.previousSecretGoodUntil ?? 0 }]),
		]),
		...others.map((row) => ({ row, secret: row.secret, whose: "other" as const })),
	];
	// A secret that was sealed with another key cannot be opened, so it is skipped.
	const opened = await Promise.allSettled(
		sealed.map(async ({ row, secret, ...rest }) => ({
			...rest,
			secret: await vault.open(secret, row.id),
			endpoint: { id: row.id, url: row.url },
		})),
	);
	return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** The sent body of the delivery that the headers or the pasted body name, of any endpoint of the studio. */
async function sentBody(ctx: Ctx, headers: PastedHeaders, body: string, endpointId: string): Promise<string | null> {
	const { db, tenantId } = ctx;
	const deliveryId = headers["service-delivery-id"] ?? "";
	const eventId =
		headers["service-event-id"] ?? headers["webhook-id"] ?? /"id":\s*"(evt_[0-9a-f]{32})"/.exec(body)?.[1] ?? "";
	const ofEvent = deliveriesOfEvents(tenantId, sql`(SELECT ${eventId} AS id)`);
	const keys = sql`SELECT endpoint_id, id FROM ${deliveries} WHERE ${hasDeliveryId(tenantId, deliveryId)} UNION ALL ${ofEvent}`;
	const [found] = await db
		.select({ event: events, testBody: deliveries.testBody })
		.from(sql`(${keys}) k`)
		.crossJoin(deliveries)
		.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
		.where(
			and(
				eq(deliveries.tenantId, tenantId),
				sql`${deliveries.endpointId} = k.endpoint_id AND ${deliveries.id} = k.id AND k.endpoint_id LIKE 'whe%'`,
			),
		)
		.orderBy(sql`${deliveries.id} = ${deliveryId} DESC, ${deliveries.endpointId} = ${endpointId} DESC`)
		.limit(1);
	return found && (found.testBody !== null || found.event) ? bodyOf(found.testBody, found.event) : null;
}
