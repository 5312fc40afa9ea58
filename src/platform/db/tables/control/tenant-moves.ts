import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tenants } from "./tenants.ts";

export const moveStatuses = ["COPYING", "SWITCHING", "DONE", "FAILED"] as const;

/** The moves of tenants from one data database to another. Only the newest move of a tenant is valid. */
export const tenantMoves = sqliteTable(
	"tenant_moves",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		/** The moves of a tenant are numbered from 1 on, so that the databases know the later one of two. */
		number: integer("number").notNull().default(1),
		from: text("from_database").notNull(),
		to: text("to_database").notNull(),
		status: text("status", { enum: moveStatuses }).notNull(),
		rowsCopied: integer("rows_copied").notNull().default(0),
		rowsTotal: integer("rows_total").notNull().default(0),
		/** The longest time for which changes were refused without a break. */
		longestRefusalMs: integer("longest_refusal_ms").notNull().default(0),
		/** The reason of a failure. It is set before the move is called off, and from then on every run helps to end it. */
		error: text("error"),
		/** A lease: until this time one run works on the move, and no other run does. */
		leasedUntil: integer("leased_until").notNull().default(0),
		progressedAt: integer("progressed_at").notNull().default(0),
		/** The time of the last change that the operator sees. */
		updatedAt: integer("updated_at").notNull().default(0),
		startedAt: integer("started_at").notNull(),
		finishedAt: integer("finished_at"),
	},
	(t) => [
		index("tenant_moves_tenant").on(t.tenantId, t.id),
		uniqueIndex("tenant_moves_under_way").on(t.tenantId).where(sql`${t.finishedAt} IS NULL`),
		index("tenant_moves_unfinished").on(t.leasedUntil).where(sql`${t.finishedAt} IS NULL`),
	],
);
