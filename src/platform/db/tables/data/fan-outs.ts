import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";

/** The delivery of a fan-out to one endpoint. The other properties are the result of its attempt, if it succeeded. */
export interface FanOutEntry {
	/** Its number in the fan-out, which is the last digit of its id. */
	n: number;
	endpoint: string;
	response_status?: number;
	response_body?: string | null;
	/** The compressed body in base64, if that is shorter. `response_body` is then null. */
	response_gzip?: string | null;
	duration_ms?: number;
	error_message?: string | null;
}

/**
 * The deliveries of one event to endpoints of one group, in one row: before and during the first attempt, and after it
 * those that it delivered. Every other delivery has a row of its own (docs/architecture/webhooks.md).
 */
export const fanOuts = sqliteTable(
	"fan_outs",
	{
		tenantId: text("tenant_id").notNull(),
		deliveryGroup: text("delivery_group").notNull(),
		/** The ids of its deliveries but for their last digit, which is 0 here. It is made of the event's id and the group. */
		id: text("id").notNull(),
		eventId: text("event_id").notNull(),
		eventType: text("event_type").notNull(),
		status: text("status", { enum: ["PENDING", "SUCCEEDED"] }).notNull(),
		entries: json<FanOutEntry[]>("entries").notNull(),
		attemptedAt: integer("attempted_at"),
		/** A lease: the attempts are under way until this time, by the machine's clock. */
		leasedUntil: integer("leased_until").notNull().default(0),
		/** A queue message is probably on its way until this time. */
		queuedUntil: integer("queued_until").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.deliveryGroup, t.id] }),
		index("fan_outs_type").on(t.tenantId, t.deliveryGroup, t.eventType, t.id),
		index("fan_outs_pending").on(t.tenantId, t.deliveryGroup, t.id).where(sql`${t.status} = 'PENDING'`),
		index("fan_outs_updated").on(t.tenantId, t.deliveryGroup, t.updatedAt, t.id).where(sql`${t.status} = 'SUCCEEDED'`),
	],
);

/** The successful attempts of fan-outs in an hour, for each endpoint of a group. A row is used again for a later hour. */
export const fanOutHours = sqliteTable(
	"fan_out_hours",
	{
		tenantId: text("tenant_id").notNull(),
		deliveryGroup: text("delivery_group").notNull(),
		/** The hour modulo the number of rows that a group may have. */
		slot: integer("slot").notNull(),
		/** The number of hours since 1970. */
		hour: integer("hour").notNull(),
		/** For each endpoint: how many succeeded, the sum of their milliseconds, and the most of one. */
		counts: json<Record<string, [number, number, number]>>("counts").notNull(),
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.deliveryGroup, t.slot] })],
);
