import { type SQL, sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { type studioStates, studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { NudgedDelivery } from "../../../platform/events/nudges.ts";
import { hasWebhooks } from "../../../platform/events/publish.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { dispatchOneWaiting, isAmong } from "../dispatch/dispatch-waiting.ts";
import { hasRoom, hasRoomAtHost, isDue, isFree } from "../dispatch/due.ts";
import { isBehindEarlier, mayBeBehindEarlier, parkBehindEarlier } from "../dispatch/order.ts";
import type { EventRow } from "./request/envelope.ts";

/** Longer than an attempt can last. If a crash leaves a lease behind, it expires, and the attempt is sent again. */
const leaseMs = 30 * secondMs;

export interface ClaimedDelivery {
	id: string;
	tenantId: string;
	endpointId: string;
	eventId: string;
	eventType: string;
	/** Set if the endpoint is ordered and the event is about a record. */
	recordId: string | null;
	sequence: number | null;
	/** 1 if the delivery is due and an earlier one about the same record is still pending. */
	behind: number;
	status: string;
	/** OPEN if the tenant's data is in this database. */
	studio: (typeof studioStates)[number] | null;
	attemptCount: number;
	nextAttemptAt: number | null;
	replaying: number;
	testBody: string | null;
	leasedUntil: number;
	url: string;
	host: string;
	/** The revision of the endpoint. */
	revision: number;
	/** Set if the endpoint is an automation hook. */
	trigger: string | null;
	secret: string;
	previousSecret: string | null;
	previousSecretGoodUntil: number | null;
	/** 1 if the installation's key signs, too. */
	asymmetric: number;
	/** Null if this nudge did not win the lease, and of a test send. */
	event: EventRow | null;
}

/** `found` has the deliveries that exist. This nudge won the lease of those in `won`. */
export interface ClaimResult {
	found: ClaimedDelivery[];
	won: ReadonlySet<string>;
}

/**
 * When several nudges meet, one of them wins. No nudge wins if the endpoint is disabled, if the tenant is on Light, if
 * enough attempts run at the endpoint or at its host already, or if the endpoint is ordered and an earlier delivery
 * about the same record is still pending. The second statement marks deliveries that were not claimed as not queued:
 * when the next attempt at the endpoint ends, its transaction dispatches them again.
 */
export function claimDeliveries(
	tenantId: string,
	nudged: readonly NudgedDelivery[],
	clocks: Clocks,
): ChangeDecidedByCommit<ClaimResult> {
	const leasedUntil = clocks.machineNow + leaseMs;
	const nudgedRows = sql`json_each(${JSON.stringify(withEarlier(nudged))}) j`;
	const isNudged = sql`d.tenant_id = ${tenantId} AND d.endpoint_id = j.value ->> 'endpoint_id' AND d.id = j.value ->> 'delivery_id'`;
	return {
		resultFrom: ([claimed, , read, events]) => claimResultOf(claimed, read, events),
		writes: [
			sql`UPDATE ${deliveries} AS d SET leased_until = ${leasedUntil} FROM ${nudgedRows}
				WHERE ${isAmong(tenantId, nudged)} AND ${isNudged} AND ${isDue("d", clocks)} AND ${isFree("d", clocks)}
					AND EXISTS (
						SELECT 1 FROM ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
						WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND ${hasWebhooks}
							AND (e.status = 'ACTIVE' OR (d.test_body IS NOT NULL AND e.deleted_at IS NULL))
							AND NOT ${isBehindEarlier} AND NOT ${mayBeBehindEarlier}
					)
					AND ${hasRoom("d", clocks, sql`j.value ->> 'earlier_at_endpoint'`)}
					AND ${hasRoomAtHost("d", clocks, sql`j.value ->> 'earlier_at_host'`)}
				RETURNING id AS claimed_id`,
			sql`UPDATE ${deliveries} AS d SET queued_until = 0
				WHERE ${isAmong(tenantId, nudged)} AND ${isDue("d", clocks)} AND ${isFree("d", clocks)}
					AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = d.tenant_id AND ${isStudioHere})`,
			sql`SELECT d.id AS id, d.tenant_id AS tenantId, d.endpoint_id AS endpointId, d.event_id AS eventId, d.event_type AS eventType,
					d.record_id AS recordId, d.sequence AS sequence, ${isDue("d", clocks)} AND ${isBehindEarlier} AS behind,
					d.status AS status, (SELECT state FROM ${studios} WHERE tenant_id = d.tenant_id) AS studio, d.attempt_count AS attemptCount,
					d.next_attempt_at AS nextAttemptAt, d.replaying AS replaying, d.test_body AS testBody, d.leased_until AS leasedUntil,
					e.url AS url, e.host AS host, e.revision AS revision, e."trigger" AS "trigger", e.secret AS secret, e.previous_secret AS previousSecret,
					e.previous_secret_good_until AS previousSecretGoodUntil, e.asymmetric AS asymmetric
				FROM ${nudgedRows} CROSS JOIN ${deliveries} d ON ${isNudged}
				JOIN ${webhookEndpoints} e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id`,
			selectEvents(
				tenantId,
				sql`SELECT d.event_id FROM ${nudgedRows} CROSS JOIN ${deliveries} d ON ${isNudged} WHERE d.leased_until = ${leasedUntil}`,
			),
		],
	};
}

/** All of them begin together, so each counts the earlier ones at the same endpoint and at the same host. */
const withEarlier = (nudged: readonly NudgedDelivery[]) =>
	nudged.map(({ delivery_id, endpoint_id, host }, n) => {
		const earlier = nudged.slice(0, n);
		return {
			delivery_id,
			endpoint_id,
			earlier_at_endpoint: earlier.filter((one) => one.endpoint_id === endpoint_id).length,
			earlier_at_host: earlier.filter((one) => one.host === host).length,
		};
	});

/** An event may be large and its deliveries share it, so each is read once. */
const selectEvents = (tenantId: string, ids: SQL): SQL =>
	sql`SELECT id, type, tenant_id AS tenantId, created_at AS createdAt, sequence, actor_type AS actorType, actor_id AS actorId, data
		FROM ${events} WHERE tenant_id = ${tenantId} AND id IN (${ids})`;

function claimResultOf(
	claimed: D1Result | undefined,
	read: D1Result | undefined,
	events: D1Result | undefined,
): ClaimResult {
	const stored = (events?.results ?? []) as (Omit<EventRow, "data"> & { data: string })[];
	const byId = new Map(stored.map((event) => [event.id, { ...event, data: JSON.parse(event.data) }]));
	const found = (read?.results ?? []) as Omit<ClaimedDelivery, "event">[];
	return {
		found: found.map((delivery) => ({ ...delivery, event: byId.get(delivery.eventId) ?? null })),
		won: new Set((claimed?.results ?? []).map((row) => (row as { claimed_id: string }).claimed_id)),
	};
}

/** Parks a delivery that is behind an earlier one, and dispatches another one instead. */
export const deferBehindEarlier = (claimed: ClaimedDelivery, clocks: Clocks): Change<null> => ({
	result: null,
	tenantId: claimed.tenantId,
	recordsWork: true,
	writes: [parkBehindEarlier(claimed, clocks), dispatchOneWaiting(claimed, clocks)],
});

/** The deliveries are as they were before the claim. */
export const releaseClaims = (tenantId: string, claimed: readonly ClaimedDelivery[]): Change<null> => ({
	result: null,
	tenantId,
	recordsWork: true,
	writes: claimed.map(endLease),
});

export const endLease = ({ tenantId, endpointId, id, leasedUntil }: ClaimedDelivery): SQL =>
	sql`UPDATE ${deliveries} SET leased_until = 0
		WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND id = ${id} AND leased_until = ${leasedUntil}`;
