import { sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { hasWebhooks } from "../../../platform/commit/transaction/outbox.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { ActorType } from "../../../platform/db/tables/data/audit-log.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { type studioStates, studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { dispatchOneWaiting } from "../dispatch/dispatch-waiting.ts";
import { isBehindEarlier, mayBeBehindEarlier, parkBehindEarlier } from "../dispatch/order.ts";

/** Longer than an attempt can last. A claim that a crash leaves behind expires, and the attempt is sent again. */
const leaseMs = 30 * secondMs;

/** At most this many attempts run at one endpoint at the same time, so a receiver that hangs holds up no other. */
export const maxAttemptsPerEndpoint = 10;

/** At most this many attempts run at one host for one tenant, however many endpoints and hooks it has there. */
const maxAttemptsPerHost = 20;

/** A delivery with everything that an attempt needs. */
export interface ClaimedDelivery {
	id: string;
	tenantId: string;
	endpointId: string;
	eventId: string;
	eventType: string;
	/** Set where the endpoint is ordered and the event is about a record. */
	recordId: string | null;
	/** 1 where the delivery is due and has an earlier one about the same record before it. */
	behind: number;
	status: string;
	/** OPEN where the tenant's data is in this database. */
	studio: (typeof studioStates)[number] | null;
	attemptCount: number;
	nextAttemptAt: number | null;
	replaying: number;
	testBody: string | null;
	claimedUntil: number;
	url: string;
	host: string;
	/** The revision of the endpoint. */
	revision: number;
	/** Set if the endpoint is an automation hook. */
	trigger: string | null;
	secret: string;
	previousSecret: string | null;
	previousSecretGoodUntil: number | null;
	sequence: number | null;
	data: string | null;
	actorType: ActorType | null;
	actorId: string | null;
	createdAt: number | null;
}

/** What a nudge finds: the delivery, if it exists, and whether this nudge won the claim. */
export interface ClaimResult {
	claimed: ClaimedDelivery | undefined;
	won: boolean;
}

/**
 * Claims a delivery that is due, and reads it. When several nudges meet, one of them wins. No nudge wins if the
 * endpoint is disabled, if the tenant is on Light, if enough attempts run at the endpoint or at its host already, or if
 * the endpoint is ordered and an earlier delivery about the same record is not over.
 * The second statement releases a delivery that was not claimed, so that the next attempt that ends there takes it up.
 */
export const claimDelivery = (
	deliveryId: string,
	now: number,
	machineNow: number,
): ChangeDecidedByCommit<ClaimResult> => ({
	resultFrom: ([updated, , read]) => ({
		claimed: (read?.results as ClaimedDelivery[] | undefined)?.[0],
		won: (updated?.results.length ?? 0) > 0,
	}),
	writes: claimWrites(deliveryId, now, machineNow),
});

const claimWrites = (deliveryId: string, now: number, machineNow: number): Write[] => [
	sql`UPDATE ${deliveries} AS d SET claimed_until = ${machineNow + leaseMs}
		WHERE d.id = ${deliveryId} AND ${isDue(now, machineNow)}
			AND EXISTS (
				SELECT 1 FROM ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
				WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND ${hasWebhooks}
					AND (e.status = 'ACTIVE' OR (d.test_body IS NOT NULL AND e.deleted_at IS NULL))
					AND NOT ${isBehindEarlier} AND NOT ${mayBeBehindEarlier}
			)
			AND (
				SELECT count(*) FROM ${deliveries} o
				WHERE o.tenant_id = d.tenant_id AND o.endpoint_id = d.endpoint_id AND o.claimed_until > 0 AND o.claimed_until > ${machineNow}
			) < ${maxAttemptsPerEndpoint}
			AND (
				SELECT count(*) FROM ${webhookEndpoints} e
				JOIN ${webhookEndpoints} h ON h.tenant_id = e.tenant_id AND h.host = e.host
				CROSS JOIN ${deliveries} o ON o.tenant_id = h.tenant_id AND o.endpoint_id = h.id
					AND o.claimed_until > 0 AND o.claimed_until > ${machineNow}
				WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
			) < ${maxAttemptsPerHost}
		RETURNING id AS claimed_id`,
	sql`UPDATE ${deliveries} AS d SET carried_until = 0 WHERE d.id = ${deliveryId} AND ${isDue(now, machineNow)}`,
	sql`SELECT d.id AS id, d.tenant_id AS tenantId, d.endpoint_id AS endpointId, d.event_id AS eventId, d.event_type AS eventType,
			d.record_id AS recordId, d.next_attempt_at <= ${now} AND ${isBehindEarlier} AS behind,
			d.status AS status, (SELECT state FROM ${studios} WHERE tenant_id = d.tenant_id) AS studio, d.attempt_count AS attemptCount, d.next_attempt_at AS nextAttemptAt, d.replaying AS replaying,
			d.test_body AS testBody, d.claimed_until AS claimedUntil,
			e.url AS url, e.host AS host, e.revision AS revision, e."trigger" AS "trigger", e.secret AS secret, e.previous_secret AS previousSecret,
			e.previous_secret_good_until AS previousSecretGoodUntil,
			v.sequence AS sequence, v.data AS data, v.actor_type AS actorType, v.actor_id AS actorId, v.created_at AS createdAt
		FROM ${deliveries} d
		JOIN ${webhookEndpoints} e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
		LEFT JOIN ${events} v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
		WHERE d.id = ${deliveryId}`,
];

/** A delivery that is behind an earlier one waits for it, and another one has its turn. */
export const deferBehindEarlier = (claimed: ClaimedDelivery, now: number, machineNow: number): Change<null> => ({
	result: null,
	tenantId: claimed.tenantId,
	writes: [parkBehindEarlier(claimed, isDue(now, machineNow), now), dispatchOneWaiting(claimed, now)],
});

const isDue = (now: number, machineNow: number) =>
	sql`d.status = 'PENDING' AND d.next_attempt_at <= ${now} AND d.claimed_until <= ${machineNow}`;
