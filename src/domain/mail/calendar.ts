import {
	ICalAttendeeRole,
	ICalAttendeeStatus,
	ICalAttendeeType,
	ICalCalendarMethod,
	ICalEventStatus,
} from "ical-generator";
import { calendarOf, calendarText } from "../../platform/lib/calendar-file.ts";
import { headerSafe, type MailAddress } from "../../platform/lib/text/email.ts";
import { withoutLinks } from "../../platform/lib/text/without-links.ts";
import { localTimes, type Times } from "../languages/local-times.ts";
import type { Words } from "../languages/words.ts";

interface CalendarAppointment extends Times {
	id: string;
	timezone: string;
	title: string | null;
	location: string | null;
	/** Higher than in every earlier file for the appointment. Otherwise calendars keep the earlier entry. */
	sequence: number;
}

interface Invitation {
	appointment: CalendarAppointment;
	organizer: MailAddress;
	/** Absent in a file that the client takes from a page. */
	attendee?: MailAddress;
	/** The end of the description. */
	notes?: string[] | undefined;
	now: number;
	words: Words;
	/** The appointment does not take place: calendars remove their entry. */
	cancelled?: boolean;
}

type Stored = Omit<CalendarAppointment, "title" | "sequence"> & { calendarSequence: number };

export const inCalendar = (
	{ id, startAt, endAt, timezone, location, calendarSequence: sequence }: Stored,
	title: string | null,
): CalendarAppointment => ({ id, startAt, endAt, timezone, location, title, sequence });

/** How the client pays the deposit. The address is one that the studio may set as a link (contract: Booking page 18). */
export const paymentNotes = (
	sentences: readonly string[],
	{ instructions, url }: { instructions: string; url: string },
): string[] => [sentences.join(" "), calendarText(instructions), url].filter(Boolean);

/** The texts of an appointment in any calendar. */
export const calendarTexts = (
	{ title, location, ...times }: CalendarAppointment,
	organizer: { name: string },
	words: Words,
) => ({
	summary: calendarText(title ?? "") || words.mails.appointmentAt(withoutLinks(organizer.name) || words.mails.aStudio),
	// Calendars show the entry in the zone of the device, so the text says the local times.
	description: localTimes(times, times.timezone, words.language),
	location: calendarText(location ?? "") || null,
});

/**
 * Calendar programs take an update without asking only when its organizer is the sender of the mail. So the organizer
 * is the service in the name of the studio, and the file asks for no answer: it would reach nobody.
 */
export const organizerOf = ({ name }: { name: string }, sender: string): MailAddress => ({
	name,
	email: /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender,
});

/** An RFC 5545 invitation, or a file for the client alone. It replaces the calendar entry of an earlier one. */
export function calendarFile({
	appointment,
	organizer,
	attendee,
	notes = [],
	now,
	words,
	cancelled = false,
}: Invitation): string {
	const { id, startAt, endAt, sequence } = appointment;
	const { description, ...texts } = calendarTexts(appointment, organizer, words);
	return calendarOf({ method: methodOf(attendee, cancelled) }, [
		{
			id,
			startAt,
			endAt,
			sequence,
			changedAt: now,
			...texts,
			description: [description, ...(cancelled ? [] : notes)].join("\n\n"),
			organizer: nameOnly(organizer),
			status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
			attendees: attendee
				? [
						{
							...nameOnly(attendee),
							type: ICalAttendeeType.INDIVIDUAL,
							role: ICalAttendeeRole.REQ,
							status: ICalAttendeeStatus.NEEDSACTION,
							rsvp: false,
						},
					]
				: [],
		},
	]);
}

function methodOf(attendee: MailAddress | undefined, cancelled: boolean): ICalCalendarMethod {
	if (!attendee) return ICalCalendarMethod.PUBLISH;
	return cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
}

const nameOnly = ({ name, email }: MailAddress): MailAddress => headerSafe({ name: withoutLinks(name), email });
