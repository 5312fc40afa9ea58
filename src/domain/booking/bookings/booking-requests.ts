import { and, eq, inArray } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { problem } from "../../../platform/problems/problem.ts";
import {
	type BookingRequest,
	bookingRequestSource,
	openBookingRequest,
	openStages,
	requestedKeys,
} from "../../clients/leads/booking-request.ts";
import { changedLead, findLead } from "../../clients/leads/operations.ts";
import { type Lead, type LeadRow, largeColumns, toLead } from "../../clients/leads/schema.ts";
import { createAppointment } from "../appointments/operations.ts";
import type { Appointment } from "../appointments/schema.ts";
import { clientMail, withConfirmationMail } from "./booking-mails.ts";
import { meetingPointOf } from "./meeting-point.ts";
import type { ConfirmedRequest } from "./schema.ts";

/**
 * The newest first. Any caller of the API can give a lead the source of requests. Such leads are left out, so a page
 * can be short.
 */
export async function listOpenRequests(
	ctx: Ctx,
	{ stage, archived }: { stage?: Lead["stage"] | undefined; archived: boolean },
	page: PageRequest,
): Promise<PartialPage<Lead>> {
	if (stage && !openStages.includes(stage)) return { rows: [], more: false };
	const found = await pageWithLargeColumns(ctx, leads, {
		large: largeColumns,
		...walkedList(leads, ctx, page, {
			updated: {},
			indexed: [[leads.source, bookingRequestSource]],
			others: [inArray(leads.stage, stage === undefined ? openStages : [stage]), eq(leads.archived, archived)],
		}),
		take: page.take,
	});
	const candidates = found.rows.slice(0, page.take - 1);
	const isFull = found.more || found.rows.length === page.take;
	const nextAfter = found.nextAfter ?? (isFull ? candidates.at(-1)?.id : undefined);
	const rows = candidates.filter(openBookingRequest).map(toLead);
	return nextAfter === undefined ? { rows, more: false } : { rows, more: true, nextAfter };
}

interface Confirmation {
	lead: Change<Lead>;
	appointment: Change<Appointment>;
}

/** One change makes the appointment, its link and its mail, and the lead becomes BOOKED. */
export async function confirmRequest(ctx: Ctx, leadId: string, given?: ConfirmedRequest): Promise<Change<Appointment>> {
	const { lead, appointment } = await confirmationOf(ctx, leadId, given);
	return asOne(lead, appointment, appointment.result);
}

/** The same with the lead as its result. */
export async function confirmLead(ctx: Ctx, leadId: string, given?: ConfirmedRequest): Promise<Change<Lead>> {
	const { lead, appointment } = await confirmationOf(ctx, leadId, given);
	return asOne(lead, appointment, lead.result);
}

const asOne = <T>(lead: Change<Lead>, appointment: Change<Appointment>, result: T): Change<T> =>
	({
		...combine([lead], appointment),
		result,
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await appointment.onRefused?.(refusal)),
	}) as Change<T>;

/** Notice, booking window and placement were checked when the visitor asked, and are not again (contract: Booking page 13). */
async function confirmationOf(ctx: Ctx, leadId: string, given: ConfirmedRequest = {}): Promise<Confirmation> {
	const { row, request } = await findRequest(ctx, leadId);
	if (row.clientId === null || !(await clientExists(ctx, row.clientId)))
		throw problem("conflict", "The client who asked for the appointment is gone.");
	if (request.start <= ctx.now) throw problem("conflict", "The time that was asked for has passed.");
	const booking = {
		artist_id: request.artistId,
		client_id: row.clientId,
		event_type_id: request.eventTypeId,
		start_at: request.start,
		location: await meetingPointOf(ctx, request),
		placement: request.placement,
		allow_blocked: given.allow_blocked,
	};
	const appointment = await withConfirmationMail(ctx, await createAppointment(ctx, booking, { isConfirmed: true }));
	const metadata = { ...row.metadata, [requestedKeys.appointmentId]: appointment.result.id };
	const convertedAt = row.convertedAt ?? ctx.now;
	const lead = changedLead(ctx, row, { ...row, stage: "BOOKED", convertedAt, metadata }, "lead.converted");
	return { lead, appointment };
}

export async function declineRequest(ctx: Ctx, leadId: string): Promise<Change<Lead>> {
	const { row, request } = await findRequest(ctx, leadId);
	const lead = changedLead(ctx, row, { ...row, stage: "LOST" }, "lead.updated");
	const about = { lead_id: row.id, client_id: row.clientId, artist_id: request.artistId, start_at: request.start };
	const mail = row.clientId === null ? [] : await clientMail(ctx, "request_declined", about);
	return {
		...lead,
		writes: [...lead.writes, ...mail],
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await lead.onRefused?.(refusal)),
	};
}

async function clientExists({ db, tenantId }: Ctx, clientId: string): Promise<boolean> {
	const ofClient = and(eq(clients.tenantId, tenantId), eq(clients.id, clientId));
	return (await db.select({ id: clients.id }).from(clients).where(ofClient)).length > 0;
}

async function findRequest(ctx: Ctx, leadId: string): Promise<{ row: LeadRow; request: BookingRequest }> {
	const row = await findLead(ctx, leadId);
	const request = openBookingRequest(row);
	if (!request) throw problem("conflict", "The lead asks for no appointment, or the studio has decided already.");
	return { row, request };
}
