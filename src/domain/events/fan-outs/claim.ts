import type { SQL } from "drizzle-orm";
import { type FanOutNudge, queuedMs } from "../../../platform/commit/after/queue-messages.ts";
import type { Change, ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { hasWebhooks } from "../../../platform/commit/transaction/event-statements.ts";
import { deliveryIdIn, deliveryIdOf } from "../../../platform/commit/transaction/fan-out-statements.ts";
import { isStudioHere } from "../../../platform/commit/transaction/open-studio.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import type { ActorType } from "../../../platform/db/tables/data/audit-log.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { type FanOutEntry, fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { type studioStates, studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { type ClaimedDelivery, leaseMs } from "../attempts/claim.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { hasRoom, hasRoomAtHost, isFanOutFree } from "../dispatch/due.ts";
import { insertOwnRows } from "./split.ts";

export type FanOutKey = Pick<FanOutNudge, "tenant_id" | "delivery_group" | "fan_out_id">;

/** A fan-out that this nudge has claimed, with a delivery for each of its entries. */
export interface ClaimedFanOut {
	key: FanOutKey;
	leasedUntil: number;
	entries: { entry: FanOutEntry; delivery: ClaimedDelivery }[];
}

export interface FanOutClaim {
	/** Undefined if this nudge did not win the lease. */
	claimed: ClaimedFanOut | undefined;
	/** OPEN if the tenant's data is in this database. */
	studio: (typeof studioStates)[number] | undefined;
}

/** Selects the fan-out `f`. */
export const isFanOut = ({ tenant_id, delivery_group, fan_out_id }: FanOutKey): SQL =>
	sql`f.tenant_id = ${tenant_id} AND f.delivery_group = ${delivery_group} AND f.id = ${fan_out_id}`;

/**
 * Claims a fan-out, and reads it. Deliveries that may not be attempted now get rows of their own first: those without a
 * place in the isolate, which are nudged again, and those whose endpoint is disabled or has no room. `placed` are the
 * endpoints with a place.
 */
export function claimFanOut(
	key: FanOutKey,
	placed: readonly string[],
	clocks: Clocks,
): ChangeDecidedByCommit<FanOutClaim> {
	const isFree = sql`${isFanOut(key)} AND ${isFanOutFree(clocks)} AND EXISTS (
		SELECT 1 FROM ${studios} t WHERE t.tenant_id = f.tenant_id AND ${isStudioHere}
	)`;
	const isPlaced = sql`e.id IN (SELECT value FROM json_each(${JSON.stringify(placed)}))`;
	const atSameHost = sql`(
		SELECT count(*) FROM json_each(f.entries) k JOIN ${webhookEndpoints} x ON x.tenant_id = f.tenant_id AND x.id = k.value ->> 'endpoint'
		WHERE x.host = e.host AND k.value ->> 'n' < j.value ->> 'n'
	)`;
	const mayBeAttempted = sql`EXISTS (
		SELECT 1 FROM ${studios} t JOIN (SELECT e.tenant_id AS tenant_id, e.id AS endpoint_id) d ON d.tenant_id = t.tenant_id
		WHERE ${hasWebhooks} AND e.status = 'ACTIVE' AND ${hasRoom("d", clocks)} AND ${hasRoomAtHost("d", clocks, atSameHost)}
	)`;
	const hasNoRow = sql`NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.id = ${deliveryIdIn("f", sql`j.value ->> 'n'`)})
		AND EXISTS (SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = f.tenant_id AND e.id = j.value ->> 'endpoint')`;
	return {
		resultFrom: ([, leased, , events, endpoints]) => ({
			claimed: claimedFrom(key, leased, events, endpoints),
			studio: (events?.results as StudioRow[] | undefined)?.[0]?.studio,
		}),
		writes: [
			insertOwnRows({
				fanOuts: isFree,
				entries: sql`NOT (${isPlaced} AND ${mayBeAttempted})`,
				queuedUntil: sql`iif(${isPlaced}, 0, ${clocks.now + queuedMs})`,
			}),
			sql`UPDATE ${fanOuts} AS f SET leased_until = ${clocks.machineNow + leaseMs},
					entries = (SELECT json_group_array(json(j.value)) FROM json_each(f.entries) j WHERE ${hasNoRow})
				WHERE f.status = 'PENDING' AND ${isFree} RETURNING leased_until AS leasedUntil, entries AS leased_entries`,
			sql`DELETE FROM ${fanOuts} AS f WHERE ${isFanOut(key)} AND f.entries = '[]'`,
			sql`SELECT t.state AS studio, f.event_id AS eventId, f.event_type AS eventType, f.created_at AS dueAt,
					v.sequence AS sequence, v.data AS data, v.actor_type AS actorType, v.actor_id AS actorId, v.created_at AS createdAt
				FROM ${studios} t LEFT JOIN ${fanOuts} f ON ${isFanOut(key)}
				LEFT JOIN ${events} v ON v.tenant_id = f.tenant_id AND v.id = f.event_id
				WHERE t.tenant_id = ${key.tenant_id}`,
			sql`SELECT e.id AS endpointId, e.url AS url, e.host AS host, e.revision AS revision, e."trigger" AS "trigger", e.secret AS secret,
					e.previous_secret AS previousSecret, e.previous_secret_good_until AS previousSecretGoodUntil,
					e.asymmetric AS asymmetric
				FROM ${fanOuts} f CROSS JOIN json_each(f.entries) j JOIN ${webhookEndpoints} e ON e.tenant_id = f.tenant_id AND e.id = j.value ->> 'endpoint'
				WHERE ${isFanOut(key)}`,
		],
	};
}

interface StudioRow {
	studio: (typeof studioStates)[number];
}

interface EventRow extends StudioRow {
	eventId: string;
	eventType: string;
	dueAt: number;
	sequence: number | null;
	data: string | null;
	actorType: ActorType | null;
	actorId: string | null;
	createdAt: number | null;
}

type EndpointRow = Pick<
	ClaimedDelivery,
	| "endpointId"
	| "url"
	| "host"
	| "revision"
	| "trigger"
	| "secret"
	| "previousSecret"
	| "previousSecretGoodUntil"
	| "asymmetric"
>;

function claimedFrom(
	key: FanOutKey,
	leased: D1Result | undefined,
	read: D1Result | undefined,
	endpoints: D1Result | undefined,
): ClaimedFanOut | undefined {
	const [won] = (leased?.results ?? []) as { leasedUntil: number; leased_entries: string }[];
	const [event] = (read?.results ?? []) as EventRow[];
	if (!won || !event) return undefined;
	const { studio, dueAt, ...ofEvent } = event;
	const rows = new Map(((endpoints?.results ?? []) as EndpointRow[]).map((row) => [row.endpointId, row]));
	const entries = (JSON.parse(won.leased_entries) as FanOutEntry[]).flatMap((entry) => {
		const endpoint = rows.get(entry.endpoint);
		if (!endpoint) return [];
		const delivery: ClaimedDelivery = {
			...ofEvent,
			...endpoint,
			id: deliveryIdOf(key.fan_out_id, entry.n),
			tenantId: key.tenant_id,
			recordId: null,
			behind: 0,
			status: "PENDING",
			studio,
			attemptCount: 0,
			nextAttemptAt: dueAt,
			replaying: 0,
			testBody: null,
			leasedUntil: won.leasedUntil,
		};
		return [{ entry, delivery }];
	});
	return entries.length > 0 ? { key, leasedUntil: won.leasedUntil, entries } : undefined;
}

/** Gives back a claim that came too late. The sweep finds the deliveries. */
export const releaseFanOut = ({ key, leasedUntil }: ClaimedFanOut): Change<null> => ({
	result: null,
	tenantId: key.tenant_id,
	recordsWork: true,
	writes: [
		sql`UPDATE ${fanOuts} AS f SET leased_until = 0 WHERE ${isFanOut(key)} AND f.status = 'PENDING' AND f.leased_until = ${leasedUntil}`,
	],
});
