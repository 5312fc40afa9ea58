import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenants } from "./tenants.ts";

export const moveStatuses = ["COPYING", "SWITCHING", "DONE", "FAILED"] as const;

/** The moves of tenants from one data database to another. The newest of a tenant is the one that counts. */
export const tenantMoves = sqliteTable(
	"tenant_moves",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		/** The moves of a tenant are numbered from 1 on, so that the databases know which of two is the later one. */
		number: integer("number").notNull().default(1),
		from: text("from_database").notNull(),
		to: text("to_database").notNull(),
		status: text("status", { enum: moveStatuses }).notNull(),
		rowsCopied: integer("rows_copied").notNull().default(0),
		rowsTotal: integer("rows_total").notNull().default(0),
		/** The longest time for which changes were refused at a stretch. */
		longestRefusalMs: integer("longest_refusal_ms").notNull().default(0),
		/** Why the move failed. It is set before the move is called off, and all runs then help to end it. */
		error: text("error"),
		/** A run that works on the move. Others leave it alone until then. */
		leasedUntil: integer("claimed_until").notNull().default(0),
		/** When a run last got on with it. */
		progressedAt: integer("progressed_at").notNull().default(0),
		startedAt: integer("started_at").notNull(),
		finishedAt: integer("finished_at"),
	},
	(t) => [
		index("tenant_moves_tenant").on(t.tenantId, t.id),
		uniqueIndex("tenant_moves_under_way").on(t.tenantId).where(sql`${t.finishedAt} IS NULL`),
		index("tenant_moves_unfinished").on(t.leasedUntil).where(sql`${t.finishedAt} IS NULL`),
	],
);
