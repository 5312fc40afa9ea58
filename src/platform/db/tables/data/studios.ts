import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { plans } from "../control/tenants.ts";

/**
 * CLOSING: the studio is about to move, and only records of work that has begun may change its rows. LEAVING: the rows
 * are being copied to another database, and nothing may change them. ARRIVING: the rows are being copied to this
 * database. DEPARTED: another database now has the valid rows. DELETING: the rows are valid, nothing may change them, and
 * nothing is sent. DELETED: the rows are removed but for one audit entry.
 */
export const studioStates = ["OPEN", "CLOSING", "LEAVING", "ARRIVING", "DEPARTED", "DELETING", "DELETED"] as const;

/** The tenants whose data is in this database, with the properties that its statements need. */
export const studios = sqliteTable("studios", {
	tenantId: text("tenant_id").primaryKey(),
	state: text("state", { enum: studioStates }).notNull().default("OPEN"),
	/** The number of the last effect of the control database that was applied here. */
	effects: integer("effects").notNull(),
	/** The last audit entry whose `recent_changes` are forgotten, like those of all before it. */
	changesForgottenTo: text("changes_forgotten_to").notNull().default(""),
	name: text("name").notNull(),
	email: text("email").notNull(),
	timezone: text("timezone").notNull(),
	plan: text("plan", { enum: plans }).notNull(),
	/** The time at which the tenant came from another database, by the machine's clock; 0 if it was created here. */
	arrivedAt: integer("arrived_at").notNull().default(0),
	/** As `#rrggbb`. Null: the color of the service. */
	accentColor: text("accent_color"),
	/** The picture of the owner type `tenant`, and its sides, so that a page knows them without reading it. */
	logoId: text("logo_id"),
	logoWidth: integer("logo_width"),
	logoHeight: integer("logo_height"),
});
