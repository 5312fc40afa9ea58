import ICAL from "ical.js";

/** A calendar cannot be read. The message is for the studio and shows nothing of the calendar's content. */
export class UnreadableCalendar extends Error {}

/** Enough for years of a busy calendar. Reading this much takes about half a second of CPU time. */
export const maxBytes = 2 * 1024 * 1024;
const maxEvents = 10_000;
/** Far more than a list of excluded dates needs. The parser's time grows with the square of a line's length. */
const maxLine = 16_384;

/** The properties that say when somebody is busy. Other lines are left out: descriptions are often long and broken. */
const read =
	/^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/** The calendars of a file. Most files have one. */
export function parseCalendars(text: string): ICAL.Component[] {
	if (text.length > maxBytes) throw new UnreadableCalendar("The calendar is larger than 2 MiB.");
	if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new UnreadableCalendar("The answer is not an iCalendar file.");
	const lines = text
		.replace(/\r?\n[ \t]/g, "")
		.split(/\r?\n/)
		.map((line) => line.replace(/^\uFEFF/, "").trim())
		.filter((line) => read.test(line));
	if (lines.some((line) => line.length > maxLine))
		throw new UnreadableCalendar("The calendar has a line that is too long.");
	const calendars = componentsOf(lines);
	const events = calendars.reduce((sum, one) => sum + one.getAllSubcomponents("vevent").length, 0);
	if (events > maxEvents) throw new UnreadableCalendar(`The calendar has more than ${maxEvents} events.`);
	return calendars;
}

// Several exporters write dates without VALUE=DATE. The parser takes them for dates only when it is not strict.
ICAL.design.strict = false;

function componentsOf(lines: string[]): ICAL.Component[] {
	const parsed = ICAL.parse(lines.join("\r\n"));
	return (typeof parsed[0] === "string" ? [parsed] : parsed).map((one: object) => new ICAL.Component(one as never));
}
