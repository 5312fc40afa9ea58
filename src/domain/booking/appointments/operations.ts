import { inArray, sql } from "drizzle-orm";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insertRow, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { firstRevision } from "../../../platform/db/record.ts";
import { appointments, depositStatus } from "../../../platform/db/tables/data/appointments.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { patched } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";
import { longestAppointmentMs } from "../busy-times/busy-times.ts";
import { planned } from "../deposits/follow-appointment.ts";
import { requestedDeposit } from "../deposits/request.ts";
import type { DepositStatus } from "../deposits/transitions.ts";
import { bookingRulesOf, currencyOf, type EventTypeRow, readBookingContext } from "../slots/booking-context.ts";
import { placementErrors, refusalsOfAge } from "../slots/conditions.ts";
import {
	bodyError,
	checkAvailability,
	checkIsOffered,
	checkReferences,
	refusalsOfClient,
	refusedSlot,
	timeErrors,
} from "../slots/slot-checks.ts";
import { appointmentPayload } from "./events.ts";
import { planReminders } from "./planned-reminders.ts";
import { type Appointment, type AppointmentRow, type NewAppointment, toAppointment } from "./schema.ts";

export interface AppointmentFilters extends UpdatedFilters {
	artist_id?: string | undefined;
	client_id?: string | undefined;
	shop_id?: string | undefined;
	event_type_id?: string | undefined;
	crm_appointment_id?: string | undefined;
	status?: readonly Appointment["status"][] | undefined;
	deposit_status?: DepositStatus | undefined;
	start_from?: number | undefined;
	start_to?: number | undefined;
}

export async function listAppointments(
	ctx: Ctx,
	filters: AppointmentFilters,
	page: PageRequest,
): Promise<PartialPage<Appointment>> {
	const [status, ...others] = filters.status ?? [];
	const found = await pageWithLargeColumns(ctx, appointments, {
		large: ["notes", "deposit", "metadata"],
		...walkedList(appointments, ctx, page, {
			updated: updatedRange(filters),
			indexed: [
				[appointments.crmAppointmentId, filters.crm_appointment_id],
				[appointments.clientId, filters.client_id],
				[depositStatus, filters.deposit_status],
				[appointments.eventTypeId, filters.event_type_id],
				[appointments.artistId, filters.artist_id],
				[appointments.shopId, filters.shop_id],
				[appointments.status, others.length === 0 ? status : undefined],
			],
			start: {
				range: { since: filters.start_from, until: filters.start_to },
				of: [appointments.artistId, filters.artist_id],
			},
			others: [others.length > 0 ? inArray(appointments.status, [...(filters.status ?? [])]) : undefined],
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toAppointment) };
}

export const getAppointment = async (ctx: Ctx, id: string): Promise<Appointment> =>
	toAppointment(await findAppointment(ctx, id));

export const findAppointment = recordFinder(appointments, "appointment");

interface BookingOptions {
	/** The same change creates the client, so the operation does not look for the client. */
	isNewClient?: boolean;
	/** The booking page books: only a time that it offers, and the visitor's hold becomes the appointment. */
	bookingPage?: { visitor: string | undefined };
	/** The date of birth of a client who has none, or who is new. */
	dateOfBirth?: string | undefined;
	/** The studio confirms a request that kept the notice, the booking window and the placements, so they do not count again. */
	isConfirmed?: boolean;
}

export async function createAppointment(
	ctx: Ctx,
	given: NewAppointment,
	{ isNewClient = false, bookingPage, dateOfBirth, isConfirmed = false }: BookingOptions = {},
): Promise<Change<Appointment>> {
	const { start_at: start } = given;
	const visitor = bookingPage?.visitor;
	const context = await readBookingContext(ctx, {
		visitor,
		artistId: given.artist_id,
		clientId: given.client_id,
		eventTypeId: given.event_type_id ?? undefined,
		from: start,
		to: Math.min(given.end_at ?? Number.POSITIVE_INFINITY, start + longestAppointmentMs),
	});
	const { artist, eventType } = context;
	const end = given.end_at ?? (eventType ? start + eventType.durationMinutes * minuteMs : undefined);
	const timeFaults =
		end !== undefined
			? timeErrors({ start, end }, { end: given.end_at !== undefined })
			: typeof given.event_type_id === "string"
				? []
				: bodyError("end_at", "is required when no event type gives the duration");
	const { price_amount: priceAmount = null } = given;
	checkReferences(context, { artist: true, client: !isNewClient, eventTypeId: given.event_type_id }, [
		...timeFaults,
		...(isConfirmed ? [] : placementErrors(eventType, given.placement)),
	]);
	if (!artist || end === undefined) throw new Error("a reference that was checked is missing");
	const span = { start, end };
	const typeRules = bookingRulesOf(eventType);
	const rules = typeRules && isConfirmed ? { ...typeRules, minimumNoticeMs: null, bookingWindowMs: null } : typeRules;
	const slot = { artist, eventType, rules, isNoticeKept: context.holdOfVisitor?.start === start, span, visitor };
	const birth = context.client?.dateOfBirth ?? dateOfBirth;
	await checkAvailability(ctx, slot, context, [
		...refusalsOfClient(context, given.allow_blocked),
		...refusalsOfAge({ eventType, dateOfBirth: birth, start, timezone: artist.timezone }),
	]);
	if (bookingPage) checkIsOffered(ctx, slot, context);
	const day = localDay(start, artist.timezone);
	const booked: AppointmentRow = {
		id: newId("appointment", ctx.now),
		tenantId: ctx.tenantId,
		artistId: artist.id,
		clientId: given.client_id,
		shopId: artist.shopId,
		eventTypeId: eventType?.id ?? null,
		status: "SCHEDULED",
		startAt: start,
		endAt: end,
		timezone: artist.timezone,
		bufferBeforeMs: rules?.bufferBeforeMs ?? 0,
		bufferAfterMs: rules?.bufferAfterMs ?? 0,
		dayStartAt: day.start,
		dayEndAt: day.end,
		title: given.title ?? null,
		notes: given.notes ?? null,
		location: given.location ?? null,
		priceAmount,
		currency: patched(given.currency, priceAmount === null ? null : currencyOf(eventType)),
		crmAppointmentId: given.crm_appointment_id ?? null,
		cancelledAt: null,
		cancellationReason: null,
		cancellationFee: null,
		placement: given.placement ?? null,
		deposit: null,
		calendarSequence: 0,
		metadata: given.metadata ?? {},
		...firstRevision(ctx.now),
	};
	const row = withRequestedDeposit(ctx, booked, eventType);
	const result = toAppointment(row);
	const timeRefused = refusedSlot(ctx, slot);
	return {
		result,
		writes: [inPresentShop(row), ...planReminders(row)],
		events: [{ type: "appointment.created", data: appointmentPayload(result) }],
		audit: { action: "appointment.created", resourceId: row.id },
		// The shop of the artist was deleted meanwhile. The next decision finds that.
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await timeRefused(refusal)),
	};
}

function withRequestedDeposit({ now }: Ctx, row: AppointmentRow, eventType: EventTypeRow | undefined): AppointmentRow {
	const deposit = eventType ? requestedDeposit(detailsOf(eventType), row, now) : null;
	return { ...row, deposit: deposit && planned(undefined, row, deposit, now) };
}

/** The artist can leave the shop, and the shop be deleted, between the read and the commit. */
function inPresentShop(row: AppointmentRow): Write {
	const { tenantId, shopId } = row;
	const write = insertRow(appointments, row);
	if (shopId === null) return write;
	const condition = sql`EXISTS (SELECT 1 FROM ${shops} WHERE tenant_id = ${tenantId} AND id = ${shopId})`;
	return { write, condition, reason: "stale_write" };
}
