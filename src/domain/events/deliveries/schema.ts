import * as z from "zod";
import { type deliveries, deliveryStatuses, type StoredAttempt } from "../../../platform/db/tables/data/webhooks.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { readStoredResponse } from "../attempts/stored-response.ts";

export { deliveryStatuses };

const attempt = z
	.object({
		attempt: z.int().meta({ description: "Counts from 1. A replay continues the count." }),
		request_body: z.string(),
		response_status: z.int().nullable().meta({ description: "Null when no answer came." }),
		response_body: z.string().nullable().meta({ description: "At most its first 8192 bytes." }),
		duration_ms: z.int(),
		error_message: z.string().nullable(),
		attempted_at: time,
	})
	.meta({ id: "DeliveryAttempt" });

const whyNotReasons = [
	"not_subscribed",
	"filtered",
	"own",
	"disabled",
	"plan_limit",
	"created_later",
	"light",
] as const;
export type WhyNot = (typeof whyNotReasons)[number];

export const eventDelivery = z
	.object({
		object: z.literal("event_delivery"),
		endpoint_id: id("webhook_endpoint"),
		delivery_id: id("delivery").nullable(),
		status: z.enum(deliveryStatuses).nullable(),
		reason: z.enum(whyNotReasons).nullable(),
	})
	.meta({ id: "EventDelivery" });
export type EventDelivery = z.output<typeof eventDelivery>;

/** A webhook endpoint or an automation hook. */
const idOfReceiver = new RegExp(`${idPattern("webhook_endpoint").source}|${idPattern("automation_hook").source}`);

export const delivery = z
	.object({
		object: z.literal("delivery"),
		id: id("delivery"),
		endpoint_id: z.string().regex(idOfReceiver),
		event_id: id("event"),
		event_type: z.string(),
		status: z.enum(deliveryStatuses).meta({
			description:
				"A PENDING delivery waits for its first or next attempt. SUCCEEDED and DEAD are final until a replay.",
		}),
		attempt_count: z.int(),
		next_attempt_at: time.nullable().meta({
			description:
				"Null when the status is final, while the endpoint is disabled, and while an ordered endpoint waits for an earlier delivery about the same record.",
		}),
		attempts: z.array(attempt),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Delivery" });

export type Delivery = z.output<typeof delivery>;
export type DeliveryRow = typeof deliveries.$inferSelect;

/**
 * The attempts of a delivery take at most this many bytes as JSON. A row of D1 holds 2 MB, and the answer of a replay
 * with an Idempotency-Key is stored in one.
 */
export const shownAttemptBytes = 1.5 * 1024 * 1024;

const utf8 = new TextEncoder();

/** At least the last one stays. */
function latestThatFit(attempts: Delivery["attempts"]): Delivery["attempts"] {
	let left = shownAttemptBytes;
	const hidden = attempts.findLastIndex((made) => {
		left -= utf8.encode(JSON.stringify(made)).byteLength;
		return left < 0;
	});
	return attempts.slice(Math.max(0, Math.min(hidden + 1, attempts.length - 1)));
}

/** `updated_at` changes with every change of a delivery, except when it begins or ends to wait for its endpoint. */
export const versioned = (shown: Delivery): Delivery => {
	const isWaiting = shown.status === "PENDING" && shown.next_attempt_at === null;
	return withVersion(Date.parse(shown.updated_at), shown, isWaiting ? "waits" : "");
};

export const toDelivery = async (row: DeliveryRow, requestBody: string): Promise<Delivery> =>
	versioned({
		object: "delivery",
		id: row.id,
		endpoint_id: row.endpointId,
		event_id: row.eventId,
		event_type: row.eventType,
		status: row.status,
		attempt_count: row.attemptCount,
		next_attempt_at: timestampOrNull(row.nextAttemptAt),
		attempts: latestThatFit(await Promise.all(row.attempts.map((made) => toAttempt(made, requestBody)))),
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});

const toAttempt = async (made: StoredAttempt, requestBody: string): Promise<Delivery["attempts"][number]> => ({
	attempt: made.attempt,
	request_body: requestBody,
	response_status: made.response_status,
	response_body: await readStoredResponse(made),
	duration_ms: made.duration_ms,
	error_message: made.error_message,
	attempted_at: timestamp(made.attempted_at),
});
