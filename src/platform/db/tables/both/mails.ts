import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { hourMs, minuteMs } from "../../../lib/time.ts";
import { created, json } from "../../columns.ts";

/** The wait grows with each try. If a crash interrupts the sending, the mail is sent again after the wait. */
export const firstWaitMs = 5 * minuteMs;
export const longestWaitMs = hourMs;

/** SQL: when a mail with failures was claimed last; later if it was postponed. */
export const mailClaimedAt = `(leased_until - min(${firstWaitMs} * failures, ${longestWaitMs}))`;

/** Mails to send. A mail is written with its change, and deleted after the mail service has taken it. */
export const mails = sqliteTable(
	"mails",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		kind: text("kind").notNull(),
		data: json<Record<string, unknown>>("data").notNull(),
		/** A lease: until this time one run sends the mail, and no other run takes it. */
		leasedUntil: integer("leased_until").notNull().default(0),
		failures: integer("failures").notNull().default(0),
		...created,
	},
	(t) => [
		index("mails_urgent").on(t.tenantId, t.leasedUntil).where(sql`${t.kind} <> 'booking_reminder'`),
		index("mails_reminders").on(t.tenantId, t.leasedUntil).where(sql`${t.kind} = 'booking_reminder'`),
	],
);
