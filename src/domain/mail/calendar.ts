import ical, {
	ICalAttendeeRole,
	ICalAttendeeStatus,
	ICalAttendeeType,
	ICalCalendarMethod,
	ICalEventStatus,
} from "ical-generator";
import { headerSafe, type MailAddress } from "../../platform/lib/text/email.ts";
import { withoutLinks } from "../../platform/lib/text/without-links.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { localTimes, type Times } from "../languages/local-times.ts";
import type { Words } from "../languages/words.ts";

interface Invitation {
	appointment: Times & {
		id: string;
		timezone: string;
		title: string | null;
		location: string | null;
		/** Higher than in every earlier file for the appointment. Otherwise calendars keep the earlier entry. */
		sequence: number;
	};
	organizer: MailAddress;
	attendee: MailAddress;
	now: number;
	words: Words;
	/** The appointment does not take place: calendars remove their entry. */
	cancelled?: boolean;
}

/**
 * Calendar programs take an update without asking only when its organizer is the sender of the mail. So the organizer
 * is the service in the name of the studio, and the file asks for no answer: it would reach nobody.
 */
export const organizerOf = ({ name }: { name: string }, sender: string): MailAddress => ({
	name,
	email: /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender,
});

/** An RFC 5545 invitation. It replaces the calendar entry of an earlier invitation. */
export function calendarFile({ appointment, organizer, attendee, now, words, cancelled = false }: Invitation): string {
	const calendar = ical({
		prodId: { company: "tattoo-studio", product: "booking" },
		method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
	});
	const event = calendar.createEvent({
		id: `${appointment.id}@tattoo-studio`,
		sequence: appointment.sequence,
		stamp: new Date(now),
		start: new Date(appointment.startAt),
		// RFC 5545 has whole seconds only, and the end must be after the start.
		end: new Date(Math.ceil(appointment.endAt / secondMs) * secondMs),
		summary:
			textValue(appointment.title ?? "") ||
			words.mails.appointmentAt(withoutLinks(organizer.name) || words.mails.aStudio),
		// Calendars show the entry in the zone of the device, so the text says the local times.
		description: localTimes(appointment, appointment.timezone, words.language),
		location: textValue(appointment.location ?? "") || null,
		organizer: nameOnly(organizer),
		status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
	});
	event.createAttendee({
		...nameOnly(attendee),
		type: ICalAttendeeType.INDIVIDUAL,
		role: ICalAttendeeRole.REQ,
		status: ICalAttendeeStatus.NEEDSACTION,
		rsvp: false,
	});
	return `${calendar.toString()}\r\n`;
}

const nameOnly = ({ name, email }: MailAddress): MailAddress => headerSafe({ name: withoutLinks(name), email });

/** RFC 5545, 3.3.11: a text may have line breaks and tabs, but no other control characters. */
const textValue = (text: string): string =>
	withoutLinks(text)
		.toWellFormed()
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll(/[^\P{Cc}\t\n]/gu, "")
		.trim();
