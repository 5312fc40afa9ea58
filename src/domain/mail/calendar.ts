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
	const { id, startAt, endAt, sequence } = appointment;
	return calendarOf({ method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST }, [
		{
			id,
			startAt,
			endAt,
			sequence,
			changedAt: now,
			summary:
				calendarText(appointment.title ?? "") ||
				words.mails.appointmentAt(withoutLinks(organizer.name) || words.mails.aStudio),
			// Calendars show the entry in the zone of the device, so the text says the local times.
			description: localTimes(appointment, appointment.timezone, words.language),
			location: calendarText(appointment.location ?? "") || null,
			organizer: nameOnly(organizer),
			status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
			attendees: [
				{
					...nameOnly(attendee),
					type: ICalAttendeeType.INDIVIDUAL,
					role: ICalAttendeeRole.REQ,
					status: ICalAttendeeStatus.NEEDSACTION,
					rsvp: false,
				},
			],
		},
	]);
}

const nameOnly = ({ name, email }: MailAddress): MailAddress => headerSafe({ name: withoutLinks(name), email });
