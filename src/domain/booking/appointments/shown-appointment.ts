import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { type Appointment, toAppointment } from "./schema.ts";

export interface AppointmentRecord {
	appointment: Appointment;
	artist: { name: string; timezone: string };
	client: {
		firstName: string;
		lastName: string | null;
		email: string;
		phone: string | null;
		isBlocked: boolean;
		doNotContact: boolean;
	} | null;
	type: string | null;
	shop: string | null;
}

export async function findAppointment({ db, tenantId }: Ctx, id: string): Promise<AppointmentRecord> {
	const [found] = await db
		.select({
			row: appointments,
			artist: { name: artists.name, timezone: artists.timezone },
			client: {
				firstName: clients.firstName,
				lastName: clients.lastName,
				email: clients.email,
				phone: clients.phone,
				isBlocked: clients.isBlocked,
				doNotContact: clients.doNotContact,
			},
			type: eventTypes.name,
			shop: shops.name,
		})
		.from(appointments)
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, appointments.artistId)))
		.leftJoin(clients, and(eq(clients.tenantId, tenantId), eq(clients.id, appointments.clientId)))
		.leftJoin(eventTypes, and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, appointments.eventTypeId)))
		.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, appointments.shopId)))
		.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, id)));
	if (!found) throw notFound("appointment");
	const { row, ...named } = found;
	return { appointment: toAppointment(row), ...named };
}

export const nameOf = ({ client }: Pick<AppointmentRecord, "client">): string =>
	client ? [client.firstName, client.lastName].filter(Boolean).join(" ") : "A deleted client";
