import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { plans } from "../control/tenants.ts";

/** ARRIVING: its rows are being copied to this database. DEPARTED: they were copied to another, which now counts. */
export const studioStates = ["OPEN", "ARRIVING", "DEPARTED"] as const;

/** The tenants whose data is in this database, with what its statements must know of them. */
export const studios = sqliteTable("studios", {
	tenantId: text("tenant_id").primaryKey(),
	state: text("state", { enum: studioStates }).notNull().default("OPEN"),
	/** Until this time, by the clock of the database, it refuses every change: the tenant is about to leave. */
	closedUntil: integer("closed_until").notNull().default(0),
	/** The number of the last effect that the control database had here. */
	effects: integer("effects").notNull(),
	name: text("name").notNull(),
	email: text("email").notNull(),
	timezone: text("timezone").notNull(),
	plan: text("plan", { enum: plans }).notNull(),
	/** When the tenant came from another database, by the machine's clock; 0 when it was made here. */
	arrivedAt: integer("arrived_at").notNull().default(0),
});
