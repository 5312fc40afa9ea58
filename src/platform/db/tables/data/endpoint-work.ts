import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const workKinds = ["release", "missed", "recovery", "order", "disorder"] as const;

/** Work on the deliveries of an endpoint that is too much for one statement. The schedule does it step by step. */
export const endpointWork = sqliteTable(
	"endpoint_work",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		endpointId: text("endpoint_id").notNull(),
		kind: text("kind", { enum: workKinds }).notNull(),
		/** Where the work begins, and where it goes on after each step: a time, or the number of an event. */
		position: integer("place").notNull(),
		/** The last record at this place that is done, where several share it. */
		positionId: text("place_id").notNull().default(""),
		/** Where it ends: a time, or the number of an event. */
		until: integer("until").notNull(),
		/** How many records the caller was told. */
		count: integer("count"),
		/** When it had its last step. The work that waited longest has the next one. */
		steppedAt: integer("stepped_at").notNull(),
		steps: integer("steps").notNull().default(0),
	},
	(t) => [
		index("endpoint_work_turn").on(t.steppedAt, t.id),
		index("endpoint_work_endpoint").on(t.tenantId, t.endpointId, t.kind),
	],
);
