import { type SQL, sql } from "drizzle-orm";
import { isOwn, listens, passesFilter, storedEvent } from "../../../platform/commit/transaction/event-matching.ts";
import type { Database } from "../../../platform/db/database.ts";
import { deliveries, type disabledReasons, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";

/** What decides today whether an endpoint would be told of an event, and what happened then as far as it is known. */
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

/** More endpoints than this are not judged on a page. */
export const mostChecked = 100;

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
			deliveryId: sql<string | null>`d.id`,
			listens: answer(listens(storedEvent)),
			isOwn: answer(isOwn(storedEvent)),
			passesFilter: answer(passesFilter(storedEvent)),
		})
		.from(
			sql`events v JOIN ${webhookEndpoints} ${e} ON e.tenant_id = v.tenant_id AND e."trigger" IS NULL AND e.deleted_at IS NULL
				LEFT JOIN ${deliveries} d ON d.tenant_id = v.tenant_id AND d.event_id = v.id AND d.endpoint_id = e.id`,
		)
		.where(sql`v.tenant_id = ${tenantId} AND v.id = ${eventId}`)
		.orderBy(sql`e.id`)
		.limit(mostChecked + 1);
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

/** Why an endpoint has no delivery of an event; null where it has one. */
export function reasonOf(endpoint: EndpointCheck, event: EventFacts, plan: string): Reason | null {
	if (endpoint.deliveryId !== null) return null;
	if (endpoint.createdAt > event.createdAt)
		return { text: "The endpoint was created after the event.", ...recoverableIfMatching(endpoint) };
	const since = endpoint.updatedAt > event.createdAt ? changedSince : "";
	if (!endpoint.listens) return { text: `The endpoint does not listen to ${event.type}.${since}` };
	if (endpoint.isOwn)
		return { text: `The endpoint leaves out what its own program caused, and its program caused this.${since}` };
	if (!endpoint.passesFilter)
		return { text: `The endpoint's filter names none of the artist, shop or client of this event.${since}` };
	if (endpoint.disabledAt !== null && endpoint.disabledAt <= event.createdAt)
		return { text: `The endpoint was disabled then${disabledWords(endpoint)}. It still is.`, recoverable: true };
	if (plan === "light")
		return { text: "The studio's plan, Light, makes no deliveries. It may have been another one then." };
	return { text: unknownReason(since !== ""), recoverable: true };
}

const recoverableIfMatching = (endpoint: EndpointCheck): { recoverable?: true } =>
	endpoint.listens && !endpoint.isOwn && endpoint.passesFilter ? { recoverable: true } : {};

const changedSince = " Its settings have been changed since; this looks at the present ones.";

const disabledWords = ({ disabledReason }: EndpointCheck): string =>
	({ failures: ", after 50 failures in a row", manual: " by somebody", plan_limit: ", because of the plan's limit" })[
		disabledReason ?? "manual"
	];

/** The present settings would tell it. What was different then is not kept, so this says what it can have been. */
const unknownReason = (isChanged: boolean): string =>
	`By its present settings the endpoint would be told. ${
		isChanged
			? "It has been changed since the event: it was disabled then, or its settings were others."
			: "The studio was on the plan Light then, or the delivery has been removed after its 30 days."
	}`;
