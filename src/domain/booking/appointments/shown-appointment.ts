import { and, eq, sql } from "drizzle-orm";
import type { Refusal } from "../../../platform/booking-rules/refused-slot.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { timestampOrNull } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { type Details, detailsOf } from "../../studio/event-types/schema.ts";
import { consentMissing, consentSignedAt, refusalsOfAge } from "../slots/conditions.ts";
import { proposedFee } from "./proposed-fee.ts";
import { type Appointment, type AppointmentRow, toAppointment } from "./schema.ts";

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
		dateOfBirth: string | null;
	} | null;
	type: string | null;
	/** The properties of the event type; null without one. */
	details: Details | null;
	shop: string | null;
	/** When the client signed the consent form of the event type, as far as it counts for this appointment. */
	consentSignedAt: string | null;
	/** A live appointment lacks these things, for which its event type asks. */
	missing: Missing[];
	/** The fee that the event type has for a cancellation now. */
	lateFee: { amount: number; currency: string } | null;
	/** The service cancels the appointment if its deposit is not paid when it is due. */
	cancelsUnpaid: boolean;
}

/** In the words of the API. */
interface Missing {
	code: Refusal["code"] | "consent_missing";
	message: string;
}

export async function findAppointment({ db, tenantId, now }: Ctx, id: string): Promise<AppointmentRecord> {
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
				dateOfBirth: clients.dateOfBirth,
			},
			type: eventTypes.name,
			details: eventTypes.details,
			shop: shops.name,
			consentSignedAt: consentSignedAt({
				tenantId,
				clientId: appointments.clientId,
				bookedAt: appointments.createdAt,
				formId: sql`${eventTypes.details} ->> '$.consent_form_id'`,
			}),
		})
		.from(appointments)
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, appointments.artistId)))
		.leftJoin(clients, and(eq(clients.tenantId, tenantId), eq(clients.id, appointments.clientId)))
		.leftJoin(eventTypes, and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, appointments.eventTypeId)))
		.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, appointments.shopId)))
		.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, id)));
	if (!found) throw notFound("appointment");
	const { row, details: stored, consentSignedAt: signedAt, ...named } = found;
	const details = stored && detailsOf({ details: stored });
	return {
		appointment: toAppointment(row),
		...named,
		details,
		consentSignedAt: timestampOrNull(signedAt),
		missing: row.status === "SCHEDULED" && details ? missingOf(row, details, { ...named, signedAt }) : [],
		lateFee: details && proposedFee(details, row, now),
		cancelsUnpaid: row.deposit?.check_at != null,
	};
}

function missingOf(
	{ startAt: start }: AppointmentRow,
	details: Details,
	{ artist, client, signedAt }: Pick<AppointmentRecord, "artist" | "client"> & { signedAt: number | null },
): Missing[] {
	const { timezone } = artist;
	const aged = { eventType: { details }, dateOfBirth: client?.dateOfBirth, start, timezone };
	const isUnsigned = details.requires_consent && signedAt === null;
	return [
		...(isUnsigned ? [{ code: "consent_missing" as const, message: consentMissing }] : []),
		...(client ? refusalsOfAge(aged) : []),
	];
}

export const nameOf = ({ client }: Pick<AppointmentRecord, "client">): string =>
	client ? [client.firstName, client.lastName].filter(Boolean).join(" ") : "A deleted client";
