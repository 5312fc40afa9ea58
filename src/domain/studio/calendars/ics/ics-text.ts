import ICAL from "ical.js";

/** A calendar cannot be read. The message is for the studio and never shows content of the calendar. */
export class UnreadableCalendar extends Error {}

/** Enough for years of a busy calendar. */
export const maxBytes = 1024 * 1024;
const maxEvents = 10_000;
/** Far more than a list of excluded dates needs. The parser's time grows with the square of a line's length. */
const maxLine = 16_384;
/** Reading this much text takes about a millisecond. Each line counts as `lineLength` characters more. */
const charsBetweenYields = 8192;
const lineLength = 30;

/** The properties that say when somebody is busy. Other lines are skipped: descriptions are often long and broken. */
const relevantProperty =
	/^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

// Several exporters write dates without VALUE=DATE. The parser accepts them as dates only if it is not strict.
ICAL.design.strict = false;

/** A component in the form of the library (jCal, RFC 7265). */
interface Component extends Array<unknown> {
	0: string;
	1: unknown[];
	2: Component[];
}

/**
 * Most files have one calendar. The library would parse the whole file at once. This function parses one line at a
 * time, and yields where other requests may run.
 */
export function* parseCalendars(text: string): Generator<void, ICAL.Component[]> {
	if (text.length > maxBytes) throw new UnreadableCalendar("The calendar is larger than 1 MiB.");
	if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new UnreadableCalendar("The answer is not an iCalendar file.");
	const file: Component = ["", [], []];
	const open = [file];
	let [events, charsSinceYield] = [0, 0];
	for (const line of text.replace(/\r?\n[ \t]/g, "").split("\n")) {
		charsSinceYield += line.length + lineLength;
		if (charsSinceYield > charsBetweenYields) {
			charsSinceYield = 0;
			yield;
		}
		const trimmed = line.trim();
		if (!relevantProperty.test(trimmed)) continue;
		if (trimmed.length > maxLine) throw new UnreadableCalendar("The calendar has a line that is too long.");
		const [, mark, name = ""] = /^(BEGIN|END):(.*)$/i.exec(trimmed)?.map((part) => part.toLowerCase()) ?? [];
		const component = open.at(-1) ?? file;
		if (mark === "begin") {
			const begun: Component = [name, [], []];
			component[2].push(begun);
			open.push(begun);
			if (name === "vevent" && ++events > maxEvents)
				throw new UnreadableCalendar(`The calendar has more than ${maxEvents} events.`);
		} else if (mark === "end") {
			if (open.length > 1) open.pop();
		} else if (component === file) {
			throw new UnreadableCalendar("The file has a line outside of its calendars.");
		} else {
			component[1].push(ICAL.parse.property(trimmed));
		}
	}
	if (open.length > 1) throw new UnreadableCalendar("The calendar is not complete.");
	return file[2].map((calendar) => new Calendar(calendar as never));
}

/** The library would search the whole file for the zone of every time. `clocksOf` finds each zone once. */
class Calendar extends ICAL.Component {
	override getTimeZoneByID(): never {
		return null as never;
	}
}
