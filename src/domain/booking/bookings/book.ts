import { and, eq } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../../platform/context.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { together } from "../../../platform/db/together.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { Language } from "../../../platform/lib/languages.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";
import { clientWithEmail, isEmailTaken } from "../../clients/clients/lookup.ts";
import { createNewcomer, updateClient } from "../../clients/clients/operations.ts";
import type { ClientRow, NewClient } from "../../clients/clients/schema.ts";
import { createSubmission } from "../../clients/form-submissions/operations.ts";
import { bookingRequestSource, requestedMetadata, requestMessage } from "../../clients/leads/booking-request.ts";
import { createLead } from "../../clients/leads/operations.ts";
import { createAppointment } from "../appointments/operations.ts";
import { checkIsFuture, findFreeTime } from "../holds/free-time.ts";
import { deleteHold } from "../holds/operations.ts";
import { placementErrors, refusalsOfAge } from "../slots/conditions.ts";
import { clientBlocked, refusedWith } from "../slots/slot-checks.ts";
import { withConfirmationMail } from "./booking-mails.ts";
import { meetingPointOf } from "./meeting-point.ts";

export interface Booking {
	artistId: string;
	eventTypeId: string;
	start: number;
	visitor: string | undefined;
	/** The language of the page. */
	language: Language;
	contact: {
		email: string;
		first_name: string;
		last_name?: string | undefined;
		phone?: string | undefined;
		date_of_birth?: string | undefined;
	};
	/** One of the places on the body that the event type allows. */
	placement?: string | undefined;
	/** The forms of the event type, each with its answers. */
	forms: { formId: string; answers: Record<string, unknown>; signature?: string | undefined; signerName?: string }[];
	requiresApproval: boolean;
}

interface Booked {
	kind: "appointment" | "lead";
	id: string;
}

/**
 * One change makes the client (found by email, or new), the appointment, the submissions with the records that their
 * forms create, and the mail with its link. The appointment replaces the visitor's hold.
 */
export async function book(ctx: Ctx, booking: Booking): Promise<Change<Booked>> {
	checkIsFuture(ctx, booking.start);
	const [client, location] = await together(
		ctx,
		(ctx) => clientOf(ctx, booking),
		(ctx) => meetingPointOf(ctx, booking),
	);
	const [clientChange, submissions, main] = await together(
		ctx,
		(ctx) => client.change(ctx),
		(ctx) => submissionsOf(ctx, booking, client.id),
		(ctx) =>
			booking.requiresApproval
				? requestChange(ctx, booking, client)
				: appointmentChange(ctx, booking, client, location),
	);
	// A request of a client who is blocked. An appointment has been refused by now.
	if (client.isBlocked) throw clientBlocked();
	const { visitor } = booking;
	const { onRefused, ...combined } = combine([clientChange, ...submissions], main);
	return {
		...combined,
		writes: [...(visitor === undefined ? [] : [deleteHold(ctx, visitor)]), ...combined.writes],
		onRefused: async (refusal) =>
			// Another request took the client's email or changed the client or a form meanwhile.
			isEmailTaken(refusal) || isStale(refusal) ? decideAgain : await onRefused?.(refusal),
	};
}

type ContactInLanguage = Booking["contact"] & { language: Language };

interface BookingClient {
	id: string;
	isNew: boolean;
	isBlocked: boolean;
	/** The one that the studio has, or else the one of the form. */
	dateOfBirth: string | undefined;
	change(ctx: Ctx): Promise<Change>;
}

/**
 * Fills only the empty fields of a client who exists: a person who only knows an email address must not change its
 * client. A known and an unknown address take the same round trips, so that the time of the answer does not tell them
 * apart (contract: Booking page 9).
 */
async function clientOf(ctx: Ctx, { contact, language }: Booking): Promise<BookingClient> {
	const [found] = await ctx.db
		.select()
		.from(clients)
		.where(and(eq(clients.tenantId, ctx.tenantId), eq(clients.emailKey, emailKey(contact.email))));
	if (found) {
		const change = (ctx: Ctx) => updateClient(ctx, found.id, emptyFields(found, { ...contact, language }));
		const dateOfBirth = found.dateOfBirth ?? contact.date_of_birth;
		return { id: found.id, isNew: false, isBlocked: found.isBlocked, dateOfBirth, change };
	}
	const id = newId("client", ctx.now);
	const change = (ctx: Ctx) => newcomer(ctx, { ...contact, language }, id);
	return { id, isNew: true, isBlocked: false, dateOfBirth: contact.date_of_birth, change };
}

/** The look-up repeats the one before, only because it takes the time of an update. */
async function newcomer(ctx: Ctx, contact: ContactInLanguage, id: string): Promise<Change> {
	const given: NewClient = { ...contact, source: "BOOKING_PAGE" };
	const [change] = await together(
		ctx,
		(ctx) => createNewcomer(ctx, given, id),
		(ctx) => clientWithEmail(ctx, contact.email),
	);
	return change;
}

const emptyFields = (row: ClientRow, { last_name, phone, date_of_birth, language }: ContactInLanguage) => ({
	...(row.language === null ? { language } : {}),
	...(row.dateOfBirth === null && date_of_birth ? { date_of_birth } : {}),
	...(row.lastName === null && last_name ? { last_name } : {}),
	...(row.phone === null && phone ? { phone } : {}),
});

async function submissionsOf(ctx: Ctx, { forms }: Booking, clientId: string): Promise<Change[]> {
	return await together(
		ctx,
		...forms.map(({ formId, answers, signature, signerName }) => {
			const given = { submission_data: answers, signature, signer_name: signerName };
			return (ctx: Ctx) => createSubmission(ctx, formId, given, () => {}, { bookedBy: clientId });
		}),
	);
}

async function appointmentChange(
	ctx: Ctx,
	booking: Booking,
	{ id, isNew, dateOfBirth }: BookingClient,
	location: string | null,
): Promise<Change<Booked>> {
	const { artistId, eventTypeId, start, visitor, placement } = booking;
	const given = {
		artist_id: artistId,
		client_id: id,
		event_type_id: eventTypeId,
		start_at: start,
		location,
		placement,
	};
	const options = { isNewClient: isNew, bookingPage: { visitor }, dateOfBirth };
	const change = await createAppointment(ctx, given, options);
	return withResult(await withConfirmationMail(ctx, change), { kind: "appointment", id: change.result.id });
}

function withResult({ afterCommit: _, ...change }: Change, result: Booked): Change<Booked> {
	return { ...change, result } as Change<Booked>;
}

/** The client has the date of birth, and the lead the placement, until the studio confirms the request. */
async function requestChange(
	ctx: Ctx,
	{ artistId, eventTypeId, start, visitor, contact, placement }: Booking,
	{ id: clientId, dateOfBirth }: BookingClient,
): Promise<Change<Booked>> {
	const { eventType, artist } = await findFreeTime(ctx, { artistId, eventTypeId, start, visitor });
	const ofAge = refusalsOfAge({ eventType, dateOfBirth, start, timezone: artist.timezone });
	if (ofAge.length > 0) throw refusedWith(ofAge, []);
	const ofPlacement = placementErrors(eventType, placement);
	if (ofPlacement.length > 0) throw fieldProblems(ofPlacement);
	const requested = { artistId, eventTypeId, start, placement };
	const { date_of_birth: _, ...named } = contact;
	const change = await createLead(
		ctx,
		{
			...named,
			source: bookingRequestSource,
			assigned_artist_id: artistId,
			message: requestMessage(requested),
			metadata: requestedMetadata(requested),
		},
		{ clientId },
	);
	return withResult(change, { kind: "lead", id: change.result.id });
}
