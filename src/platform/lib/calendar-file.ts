import { ICalCalendar, type ICalCalendarData, ICalEvent, type ICalEventData } from "ical-generator";
import { withoutLinks } from "./text/without-links.ts";
import { secondMs } from "./time.ts";

interface Entry extends Omit<ICalEventData, "start" | "end" | "stamp"> {
	/** The id of the record. Every file and every feed with it has the same UID. */
	id: string;
	startAt: number;
	endAt: number;
	/** The time of the last change. */
	changedAt: number;
}

/** RFC 5545 has whole seconds only, and the end must be after the start. */
const addEntry = (calendar: ICalCalendar, { id, startAt, endAt, changedAt, ...entry }: Entry): ICalEvent =>
	new ICalEvent(
		{
			...entry,
			id: `${id}@tattoo-studio`,
			stamp: new Date(changedAt),
			start: new Date(startAt),
			end: new Date(Math.ceil(endAt / secondMs) * secondMs),
		},
		calendar,
	);

/** An iCalendar file (RFC 5545). Text comes from people, so callers pass it through `calendarText`. */
export function calendarOf(data: Omit<ICalCalendarData, "prodId" | "events">, entries: readonly Entry[]): string {
	const calendar = new ICalCalendar({ ...data, prodId: { company: "tattoo-studio", product: "booking" } });
	calendar.events(entries.map((entry) => addEntry(calendar, entry)));
	return `${calendar.toString()}\r\n`;
}

/** RFC 5545, 3.3.11: a text may have line breaks and tabs, but no other control characters. */
export const calendarText = (text: string): string =>
	withoutLinks(text)
		.toWellFormed()
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll(/[^\P{Cc}\t\n]/gu, "")
		.trim();
