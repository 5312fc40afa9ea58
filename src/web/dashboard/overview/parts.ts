import { localDay } from "../../../platform/booking-rules/working-time.ts";
import type { RequestsOfHour } from "../../../platform/gate/requests/request-log.ts";
import { appointmentsFrom } from "../appointments/read.ts";
import type { Visit } from "../frame/visit.ts";
import { leadsPart } from "./leads-part.ts";
import {
	bookableParts,
	bytesInUse,
	endpointsInUse,
	eventsOfDays,
	failingCalendars,
	failingEndpoints,
	hasColleague,
	hasDelivery,
	hasKey,
	lastDays,
} from "./read.ts";

const readAppointments = 12;
const shownNext = 6;
const shownDays = 14;

/** The part for all members of the studio. */
export async function studioPart({ ctx, studio }: Visit) {
	const today = localDay(ctx.now, studio.timezone);
	const [appointments, leads, calendars] = await Promise.all([
		appointmentsFrom(ctx, today.start, readAppointments),
		leadsPart(ctx),
		failingCalendars(ctx),
	]);
	const isToday = ({ appointment }: (typeof appointments)[number]) => Date.parse(appointment.start_at) < today.end;
	return {
		today: appointments.filter(isToday),
		next: appointments.filter((one) => !isToday(one)).slice(0, shownNext),
		leads,
		calendars,
	};
}

/** The part for owners. */
export async function apiPart({ ctx, studio }: Visit) {
	const days = lastDays(shownDays, ctx.now, studio.timezone);
	const [endpoints, failing, bytes, bookable, delivered, key, colleague, events, hours] = await Promise.all([
		endpointsInUse(ctx),
		failingEndpoints(ctx),
		bytesInUse(ctx),
		bookableParts(ctx),
		hasDelivery(ctx),
		hasKey(ctx),
		hasColleague(ctx),
		eventsOfDays(ctx, days),
		// If the request log does not answer, the page leaves the chart out.
		ctx.requests.hours().catch((): RequestsOfHour[] | undefined => undefined),
	]);
	return {
		endpoints,
		failing,
		bytes,
		bookable,
		delivered,
		key,
		colleague,
		hours,
		days: days.slice(0, -1),
		events,
	};
}

export type StudioPart = Awaited<ReturnType<typeof studioPart>>;
export type ApiPart = Awaited<ReturnType<typeof apiPart>>;
