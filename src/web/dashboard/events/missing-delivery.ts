import { type SQL, sql } from "drizzle-orm";
import { isOwn, listens, passesFilter, storedEvent } from "../../../platform/commit/transaction/event-matching.ts";
import type { Database } from "../../../platform/db/database.ts";
import { idOfDelivery } from "../../../platform/db/delivery-ids.ts";
import { type disabledReasons, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";

/** The facts that decide whether an endpoint receives an event, with today's settings. */
export interface EndpointCheck {
	id: string;
	url: string;
	description: string | null;
	status: "ACTIVE" | "DISABLED";
	disabledAt: number | null;
	disabledReason: (typeof disabledReasons)[number] | null;
	createdAt: number;
	updatedAt: number;
	deliveryId: string | null;
	listens: number;
	isOwn: number;
	passesFilter: number;
}

/** A page checks at most this many endpoints. */
export const maxChecked = 100;

export async function checkEndpoints(db: Database, tenantId: string, eventId: string): Promise<EndpointCheck[]> {
	const answer = (condition: SQL) => sql<number>`coalesce(${condition}, 0)`;
	const e = sql.raw("e");
	const of = (column: string) => sql.raw(`e.${column}`);
	return await db
		.select({
			id: sql<string>`${of("id")}`,
			url: sql<string>`${of("url")}`,
			description: sql<string | null>`${of("description")}`,
			status: sql<EndpointCheck["status"]>`${of("status")}`,
			disabledAt: sql<number | null>`${of("disabled_at")}`,
			disabledReason: sql<EndpointCheck["disabledReason"]>`${of("disabled_reason")}`,
			createdAt: sql<number>`${of("created_at")}`,
			updatedAt: sql<number>`${of("updated_at")}`,
			deliveryId: sql<string | null>`${idOfDelivery}`,
			listens: answer(listens(storedEvent)),
			isOwn: answer(isOwn(storedEvent)),
			passesFilter: answer(passesFilter(storedEvent)),
		})
		.from(
			sql`events v JOIN ${webhookEndpoints} ${e} ON e.tenant_id = v.tenant_id AND e."trigger" IS NULL AND e.deleted_at IS NULL`,
		)
		.where(sql`v.tenant_id = ${tenantId} AND v.id = ${eventId}`)
		.orderBy(sql`e.id`)
		.limit(maxChecked + 1);
}

export interface Reason {
	text: string;
	/** The event can still be sent to the endpoint. */
	recoverable?: true;
}

interface EventFacts {
	createdAt: number;
	type: string;
}

/** The reason why an endpoint has no delivery of an event; null if it has one. */
export function reasonOf(endpoint: EndpointCheck, event: EventFacts, plan: string): Reason | null {
	if (endpoint.deliveryId !== null) return null;
	if (endpoint.createdAt > event.createdAt)
		return { text: "The endpoint was created after the event.", ...recoverableIfMatching(endpoint) };
	const since = endpoint.updatedAt > event.createdAt ? changedSince : "";
	if (!endpoint.listens) return { text: `The endpoint does not listen to ${event.type}.${since}` };
	if (endpoint.isOwn)
		return {
			text: `The endpoint leaves out events that its own program caused, and its program caused this event.${since}`,
		};
	if (!endpoint.passesFilter)
		return { text: `The endpoint's filter does not match the artist, shop or client of this event.${since}` };
	if (endpoint.disabledAt !== null && endpoint.disabledAt <= event.createdAt)
		return {
			text: `The endpoint was disabled at that time${disabledWords(endpoint)}. It is still disabled.`,
			recoverable: true,
		};
	if (plan === "light")
		return {
			text: "The studio's plan, Light, has no deliveries. The plan may have been another one at the time of the event.",
		};
	return { text: unknownReason(since !== ""), recoverable: true };
}

const recoverableIfMatching = (endpoint: EndpointCheck): { recoverable?: true } =>
	endpoint.listens && !endpoint.isOwn && endpoint.passesFilter ? { recoverable: true } : {};

const changedSince = " Its settings have changed since then; this is about the current settings.";

const disabledWords = ({ disabledReason }: EndpointCheck): string =>
	({ failures: ", after 50 failures in a row", manual: " by somebody", plan_limit: ", because of the plan's limit" })[
		disabledReason ?? "manual"
	];

/** Today's settings would send the event. Earlier settings are not stored, so this lists the possible reasons. */
const unknownReason = (isChanged: boolean): string =>
	`With its present settings the endpoint would receive this event. ${
		isChanged
			? "The endpoint has changed since the event: it was disabled, or its settings were different."
			: "The studio was on the plan Light then, or the delivery was deleted after 30 days."
	}`;
