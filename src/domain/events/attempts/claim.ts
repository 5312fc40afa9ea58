import type { Change, ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { hasWebhooks } from "../../../platform/commit/transaction/event-statements.ts";
import { isStudioHere } from "../../../platform/commit/transaction/open-studio.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import type { ActorType } from "../../../platform/db/tables/data/audit-log.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { type studioStates, studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { dispatchOneWaiting } from "../dispatch/dispatch-waiting.ts";
import { hasRoom, hasRoomAtHost, isDue, isFree } from "../dispatch/due.ts";
import { isBehindEarlier, mayBeBehindEarlier, parkBehindEarlier } from "../dispatch/order.ts";

/** Longer than an attempt can last. If a crash leaves a lease behind, it expires, and the attempt is sent again. */
export const leaseMs = 30 * secondMs;

/** A delivery with everything that an attempt needs. */
export interface ClaimedDelivery {
	id: string;
	tenantId: string;
	endpointId: string;
	eventId: string;
	eventType: string;
	/** Set if the endpoint is ordered and the event is about a record. */
	recordId: string | null;
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
	sequence: number | null;
	data: string | null;
	actorType: ActorType | null;
	actorId: string | null;
	createdAt: number | null;
}

/** The result of a claim: the delivery, if it exists, and whether this nudge won the lease. */
export interface ClaimResult {
	claimed: ClaimedDelivery | undefined;
	won: boolean;
}

/**
 * Claims a delivery that is due, and reads it. When several nudges meet, one of them wins. No nudge wins if the
 * endpoint is disabled, if the tenant is on Light, if enough attempts run at the endpoint or at its host already, or if
 * the endpoint is ordered and an earlier delivery about the same record is still pending.
 * The second statement marks a delivery that was not claimed as not queued: when the next attempt at the endpoint ends,
 * its transaction dispatches the delivery again.
 */
export const claimDelivery = (deliveryId: string, clocks: Clocks): ChangeDecidedByCommit<ClaimResult> => ({
	resultFrom: ([updated, , read]) => ({
		claimed: (read?.results as ClaimedDelivery[] | undefined)?.[0],
		won: (updated?.results.length ?? 0) > 0,
	}),
	writes: claimWrites(deliveryId, clocks),
});

const claimWrites = (deliveryId: string, clocks: Clocks): Write[] => [
	sql`UPDATE ${deliveries} AS d SET claimed_until = ${clocks.machineNow + leaseMs}
		WHERE d.id = ${deliveryId} AND ${isDue("d", clocks)} AND ${isFree("d", clocks)}
			AND EXISTS (
				SELECT 1 FROM ${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id
				WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND ${hasWebhooks}
					AND (e.status = 'ACTIVE' OR (d.test_body IS NOT NULL AND e.deleted_at IS NULL))
					AND NOT ${isBehindEarlier} AND NOT ${mayBeBehindEarlier}
			)
			AND ${hasRoom("d", clocks)} AND ${hasRoomAtHost("d", clocks)}
		RETURNING id AS claimed_id`,
	sql`UPDATE ${deliveries} AS d SET carried_until = 0 WHERE d.id = ${deliveryId} AND ${isDue("d", clocks)} AND ${isFree("d", clocks)}
			AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = d.tenant_id AND ${isStudioHere})`,
	sql`SELECT d.id AS id, d.tenant_id AS tenantId, d.endpoint_id AS endpointId, d.event_id AS eventId, d.event_type AS eventType,
			d.record_id AS recordId, ${isDue("d", clocks)} AND ${isBehindEarlier} AS behind,
			d.status AS status, (SELECT state FROM ${studios} WHERE tenant_id = d.tenant_id) AS studio, d.attempt_count AS attemptCount, d.next_attempt_at AS nextAttemptAt, d.replaying AS replaying,
			d.test_body AS testBody, d.claimed_until AS leasedUntil,
			e.url AS url, e.host AS host, e.revision AS revision, e."trigger" AS "trigger", e.secret AS secret, e.previous_secret AS previousSecret,
			e.previous_secret_good_until AS previousSecretGoodUntil, e.asymmetric AS asymmetric,
			v.sequence AS sequence, v.data AS data, v.actor_type AS actorType, v.actor_id AS actorId, v.created_at AS createdAt
		FROM ${deliveries} d
		JOIN ${webhookEndpoints} e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
		LEFT JOIN ${events} v ON v.tenant_id = d.tenant_id AND v.id = d.event_id
		WHERE d.id = ${deliveryId}`,
];

/** Parks a delivery that is behind an earlier one, and dispatches another one instead. */
export const deferBehindEarlier = (claimed: ClaimedDelivery, clocks: Clocks): Change<null> => ({
	result: null,
	tenantId: claimed.tenantId,
	recordsWork: true,
	writes: [parkBehindEarlier(claimed, clocks), dispatchOneWaiting(claimed, clocks)],
});
