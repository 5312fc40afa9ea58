import ical, {
	ICalAttendeeRole,
	ICalAttendeeStatus,
	ICalAttendeeType,
	ICalCalendarMethod,
	ICalEventStatus,
} from "ical-generator";
import { type Address, named, withoutLinks } from "../lib/email.ts";
import { secondMs } from "../lib/time.ts";

export interface Times {
	startAt: number;
	endAt: number;
}

interface Invitation {
	appointment: Times & {
		id: string;
		timezone: string;
		title: string | null;
		location: string | null;
		/** Higher than that of every file sent for it before; else calendars keep the earlier entry. */
		sequence: number;
	};
	organizer: Address;
	attendee: Address;
	now: number;
}

/** The appointment as an RFC 5545 invitation; it replaces the entry that an earlier one made. */
export function calendarFile({ appointment, organizer, attendee, now }: Invitation): string {
	const calendar = ical({
		prodId: { company: "tattoo-studio", product: "booking" },
		method: ICalCalendarMethod.REQUEST,
	});
	const event = calendar.createEvent({
		id: `${appointment.id}@tattoo-studio`,
		sequence: appointment.sequence,
		stamp: new Date(now),
		start: new Date(appointment.startAt),
		// RFC 5545 knows whole seconds, and an end after the start.
		end: new Date(Math.ceil(appointment.endAt / secondMs) * secondMs),
		summary: textValue(appointment.title ?? "") || `Appointment at ${withoutLinks(organizer.name) || "the studio"}`,
		// The entry itself is shown in the zone of the device.
		description: localTimes(appointment, appointment.timezone),
		location: textValue(appointment.location ?? "") || null,
		organizer: nameOnly(organizer),
		status: ICalEventStatus.CONFIRMED,
	});
	event.createAttendee({
		...nameOnly(attendee),
		type: ICalAttendeeType.INDIVIDUAL,
		role: ICalAttendeeRole.REQ,
		status: ICalAttendeeStatus.NEEDSACTION,
		rsvp: true,
	});
	return `${calendar.toString()}\r\n`;
}

const nameOnly = ({ name, email }: Address): Address => named({ name: withoutLinks(name), email });

/** RFC 5545 3.3.11: text has line breaks and tabs, and no other control characters. */
const textValue = (text: string): string =>
	withoutLinks(text)
		.toWellFormed()
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll(/[^\P{Cc}\t\n]/gu, "")
		.trim();

/** Times as people read them: "Tuesday, 3 March 2026, 14:00–16:00 (Europe/Berlin, GMT+1)". */
export function localTimes({ startAt, endAt }: Times, timezone: string): string {
	const [start, end] = [localTime(startAt, timezone), localTime(endAt, timezone)];
	// Where the clock changes between them, each time needs its own offset.
	const changes = start.offset !== end.offset;
	const [from, to] = [start, end].map(({ time, offset }) => (changes ? `${time} ${offset}` : time));
	const zone = changes ? timezone : `${timezone}, ${start.offset}`;
	return start.day === end.day
		? `${start.day}, ${from}–${to} (${zone})`
		: `${start.day}, ${from} – ${end.day}, ${to} (${zone})`;
}

/** From parts: what stands between them, and GMT's zero, differ from one version of the locale's data to the next. */
function localTime(ms: number, timeZone: string) {
	const format = new Intl.DateTimeFormat("en-GB", {
		timeZone,
		weekday: "long",
		day: "numeric",
		month: "long",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
		timeZoneName: "shortOffset",
	});
	const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
	return {
		day: `${part.weekday}, ${part.day} ${part.month} ${part.year}`,
		time: `${part.hour}:${part.minute}`,
		offset: `${part.timeZoneName}`.replace(/\+0$/, ""),
	};
}
