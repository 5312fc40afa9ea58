import { appointmentsFrom } from "../../../domain/booking/appointments/named-appointments.ts";
import { listDeposits, openDeposits } from "../../../domain/booking/deposits/list-deposits.ts";
import {
	bookingSetUp,
	bytesInUse,
	endpointsInUse,
	eventsOfDays,
	failingCalendars,
	failingEndpoints,
	hasColleague,
	hasDelivery,
	hasKey,
	lastDays,
} from "../../../domain/studio/overview/read.ts";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import { together } from "../../../platform/db/together.ts";
import type { RequestsOfHour } from "../../../platform/gate/requests/request-log.ts";
import type { Visit } from "../frame/visit.ts";
import { leadsSection } from "./leads-section.ts";

const readAppointments = 12;
const shownNext = 6;
const shownDays = 14;
export const shownDeposits = 5;

export async function studioSection({ ctx, studio }: Visit) {
	const today = localDay(ctx.now, studio.timezone);
	const [appointments, due, owed, leads, calendars] = await together(
		ctx,
		(ctx) => appointmentsFrom(ctx, today.start, readAppointments),
		(ctx) => openDeposits(ctx, undefined, shownDeposits + 1),
		(ctx) => listDeposits(ctx, { status: "REFUNDING" }, shownDeposits + 1),
		(ctx) => leadsSection(ctx),
		(ctx) => failingCalendars(ctx),
	);
	const isToday = ({ appointment }: (typeof appointments)[number]) => Date.parse(appointment.start_at) < today.end;
	return {
		today: appointments.filter(isToday),
		next: appointments.filter((one) => !isToday(one)).slice(0, shownNext),
		deposits: { due, owed },
		leads,
		calendars,
	};
}

export async function apiSection({ ctx, studio }: Visit) {
	const days = lastDays(shownDays, ctx.now, studio.timezone);
	const [endpoints, failing, bytes, bookable, delivered, key, colleague, events] = await together(
		ctx,
		(ctx) => endpointsInUse(ctx),
		(ctx) => failingEndpoints(ctx),
		(ctx) => bytesInUse(ctx),
		(ctx) => bookingSetUp(ctx),
		(ctx) => hasDelivery(ctx),
		(ctx) => hasKey(ctx),
		(ctx) => hasColleague(ctx),
		(ctx) => eventsOfDays(ctx, days),
	);
	return {
		endpoints,
		failing,
		bytes,
		bookable,
		delivered,
		key,
		colleague,
		days: days.slice(0, -1),
		events,
	};
}

/** If the request log does not answer, the page leaves the chart out. */
export const requestHours = ({ ctx }: Visit): Promise<RequestsOfHour[] | undefined> =>
	ctx.requests.hours().catch(() => undefined);

export type StudioSection = Awaited<ReturnType<typeof studioSection>>;
export type ApiSection = Awaited<ReturnType<typeof apiSection>> & { hours: RequestsOfHour[] | undefined };
