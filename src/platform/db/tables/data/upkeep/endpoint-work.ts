import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const workKinds = ["release", "missed", "recovery", "order", "disorder"] as const;

/** Work on the deliveries of an endpoint that is too large for one statement. The schedule does it step by step. */
export const endpointWork = sqliteTable(
	"endpoint_work",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		endpointId: text("endpoint_id").notNull(),
		kind: text("kind", { enum: workKinds }).notNull(),
		/** The position from which the next step continues: a time, or the number of an event. */
		position: integer("position").notNull(),
		/** The last finished record at this position, if several records share it. */
		positionId: text("position_id").notNull().default(""),
		/** The position at which the work ends: a time, or the number of an event. */
		until: integer("until").notNull(),
		/** The number of records that the caller was told. */
		count: integer("count"),
		/** The time of the last step. The work that waited longest has the next step. */
		steppedAt: integer("stepped_at").notNull(),
		steps: integer("steps").notNull().default(0),
	},
	(t) => [
		index("endpoint_work_turn").on(t.steppedAt, t.id),
		index("endpoint_work_endpoint").on(t.tenantId, t.endpointId, t.kind),
	],
);
