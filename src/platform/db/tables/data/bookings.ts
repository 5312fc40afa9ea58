import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { created } from "../../columns.ts";
import { appointments } from "./appointments.ts";

const ofAppointment = { tenantId: text("tenant_id").notNull(), appointmentId: text("appointment_id").notNull() };

/** The links with which clients manage what they booked online. Only the hash of a link's token is stored. */
export const bookingLinks = sqliteTable(
	"booking_links",
	{
		...ofAppointment,
		hash: text("hash").notNull(),
		moves: integer("moves").notNull().default(0),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.appointmentId] }),
		uniqueIndex("booking_links_hash").on(t.hash),
		foreignKey({
			name: "booking_links_appointment",
			columns: [t.tenantId, t.appointmentId],
			foreignColumns: [appointments.tenantId, appointments.id],
		}),
	],
);

/**
 * The times at which clients are reminded of their live appointments. Triggers update the rows with every change of the
 * appointments, whoever books or moves them.
 */
export const reminders = sqliteTable(
	"reminders",
	{ ...ofAppointment, at: integer("at").notNull(), ...created },
	(t) => [primaryKey({ columns: [t.tenantId, t.appointmentId, t.at] }), index("reminders_at").on(t.at)],
);
