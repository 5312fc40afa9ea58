import ICAL from "ical.js";

/** A calendar cannot be read. The message is for the studio and shows nothing of the calendar's content. */
export class UnreadableCalendar extends Error {}

/** Enough for years of a busy calendar. */
export const maxBytes = 1024 * 1024;
const maxEvents = 10_000;
/** Far more than a list of excluded dates needs. The parser's time grows with the square of a line's length. */
const maxLine = 16_384;
/** Of one entry, whose lines are read at once. */
const maxPartLines = 10_000;
const turnLines = 500;

/** The properties that say when somebody is busy. Other lines are left out: descriptions are often long and broken. */
const read =
	/^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/** The calendars of a file. Most files have one. It yields where others may have their turn. */
export function* parseCalendars(text: string): Generator<void, ICAL.Component[]> {
	if (text.length > maxBytes) throw new UnreadableCalendar("The calendar is larger than 1 MiB.");
	if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new UnreadableCalendar("The answer is not an iCalendar file.");
	const lines = text
		.replace(/\r?\n[ \t]/g, "")
		.split(/\r?\n/)
		.map((line) => line.replace(/^\uFEFF/, "").trim())
		.filter((line) => read.test(line));
	if (lines.some((line) => line.length > maxLine))
		throw new UnreadableCalendar("The calendar has a line that is too long.");
	const calendars = yield* componentsOf(lines);
	const events = calendars.reduce((sum, one) => sum + one.getAllSubcomponents("vevent").length, 0);
	if (events > maxEvents) throw new UnreadableCalendar(`The calendar has more than ${maxEvents} events.`);
	return calendars;
}

// Several exporters write dates without VALUE=DATE. The parser takes them for dates only when it is not strict.
ICAL.design.strict = false;

/** A component as the library reads it (RFC 7265). */
type Component = [name: string, properties: unknown[], components: unknown[]];

/** Reads a part of each calendar after the other. A part ends only between the entries of a calendar. */
function* componentsOf(lines: string[]): Generator<void, ICAL.Component[]> {
	const calendars: Component[] = [];
	let depth = 0;
	let begin = "";
	let part: string[] = [];
	const readPart = (): void => {
		const [name, properties, components] = ICAL.parse([begin, ...part, "END:"].join("\r\n")) as Component;
		part = [];
		const calendar = calendars[calendars.length - 1] ?? ["", [], []];
		calendars[calendars.length - 1] = [name, calendar[1].concat(properties), calendar[2].concat(components)];
	};
	for (const line of lines) {
		const [isBegin, isEnd] = [/^BEGIN:/i.test(line), /^END:/i.test(line)];
		if (depth === 0) {
			if (!isBegin && !isEnd) throw new UnreadableCalendar("The answer is not an iCalendar file.");
			if (!isBegin) continue;
			begin = line;
			depth = 1;
			calendars.push(["", [], []]);
			continue;
		}
		if (isBegin) depth++;
		if (isEnd) depth--;
		if (depth > 0) part.push(line);
		if (part.length > maxPartLines) throw new UnreadableCalendar("The calendar has an entry that is too long.");
		if (depth === 0 || (depth === 1 && part.length >= turnLines)) {
			readPart();
			yield;
		}
	}
	if (depth > 0) throw new UnreadableCalendar("The calendar is not complete.");
	return calendars.map((calendar) => new Calendar(calendar as never));
}

/** The library would look through the whole file for the zone of every time; `clocksOf` finds each zone once. */
class Calendar extends ICAL.Component {
	override getTimeZoneByID(): never {
		return null as never;
	}
}
