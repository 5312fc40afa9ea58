import type { WorkingHours } from "../../../platform/booking-rules/working-time.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";

/** The days of a week in the order of the forms. 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

export const fieldOf = (weekday: number): string => `hours_${weekday}`;

/** Two times with something between them, such as `10:00-13:00`, `10–13` or `20.30 to 2`. */
const range = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|—|to)\s*(\d{1,2})(?:[:.](\d{2}))?$/i;

/** A longer range over midnight is probably a mistake: `10-6` means 10:00 to 18:00. */
const longestNight = 14 * 60;

/** The parsed hours, or the fault as the end of a sentence that begins with the day. */
type ParsedHours<T> = { hours: T } | { fault: string };

/** A day may have several ranges, which may go over midnight. */
export function workingHoursOf(values: FormValues): WorkingHours[] {
	const fields: Record<string, string> = {};
	const hours = weekdays.flatMap((weekday) => {
		const read = hoursIn(values[fieldOf(weekday)]?.[0] ?? "", weekday);
		if ("hours" in read) return read.hours;
		fields[fieldOf(weekday)] = `${weekdayNames[weekday]} ${read.fault}`;
		return [];
	});
	if (Object.keys(fields).length > 0)
		throw new FormRefusal({ summary: "Check the form. Nothing has been changed yet.", fields }, 422);
	return hours.sort((a, b) => a.weekday - b.weekday || (a.start < b.start ? -1 : 1));
}

function hoursIn(text: string, weekday: number): ParsedHours<WorkingHours[]> {
	const parts = text.split(/[,;\n]|\band\b/i).map((part) => part.trim());
	const given = parts.filter((part) => part !== "" && !/^(closed|-|–)$/i.test(part));
	const hours: WorkingHours[] = [];
	for (const part of given) {
		const read = rangeIn(part, weekday);
		if ("fault" in read) return read;
		hours.push(...read.hours);
	}
	return { hours };
}

function rangeIn(text: string, weekday: number): ParsedHours<WorkingHours[]> {
	const [, fromHour, fromMinute = "00", toHour, toMinute = "00"] = range.exec(text) ?? [];
	const start = timeOf(fromHour, fromMinute);
	const end = timeOf(toHour, toMinute);
	if (start === undefined || end === undefined || start === "24:00" || start === end)
		return { fault: "must be times such as 10:00-13:00, 14:00-18:00." };
	if (start < end) return { hours: [{ weekday, start, end }] };
	const evening = { weekday, start, end: "24:00" };
	if (end === "00:00") return { hours: [evening] };
	if (!isNight(start, end)) return { fault: tooLong(start, end) };
	return { hours: [evening, { weekday: (weekday + 1) % 7, start: "00:00", end }] };
}

/** A longer range over midnight is probably a mistake. */
const isNight = (start: string, end: string): boolean =>
	end < start && minutesOf(end) + 24 * 60 - minutesOf(start) <= longestNight;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function tooLong(start: string, end: string): string {
	const hour = Number(end.slice(0, 2));
	const afternoon = `${hour + 12}${end.slice(2)}`;
	const meant = hour < 12 && afternoon > start ? ` Did you mean ${start}-${afternoon}?` : "";
	return `${start}-${end} would end at ${end} on the next day, after more than 14 hours.${meant}`;
}

function timeOf(hour: string | undefined, minute: string): string | undefined {
	if (hour === undefined || Number(minute) > 59) return undefined;
	const time = `${hour.padStart(2, "0")}:${minute}`;
	return time <= "24:00" ? time : undefined;
}

export interface Range {
	start: string;
	end: string;
	/** It ends on the next day. */
	overnight: boolean;
}

/** A range over midnight belongs to the day on which it begins. */
export function rangesOfDay(hours: readonly WorkingHours[], weekday: number): Range[] {
	const on = (day: number) => hours.filter((one) => one.weekday === day).sort((a, b) => (a.start < b.start ? -1 : 1));
	const nightOf = (evening: WorkingHours | undefined) =>
		evening?.end === "24:00" && evening.start !== "00:00"
			? on((evening.weekday + 1) % 7).find((night) => night.start === "00:00" && isNight(evening.start, night.end))
			: undefined;
	const yesterday = nightOf(on((weekday + 6) % 7).at(-1));
	return on(weekday)
		.filter((one) => one !== yesterday)
		.map((one) => {
			const night = nightOf(one);
			return { start: one.start, end: night?.end ?? one.end, overnight: night !== undefined };
		});
}

/** As the text of a form field. */
export const textOfDay = (hours: readonly WorkingHours[], weekday: number): string =>
	rangesOfDay(hours, weekday)
		.map(({ start, end }) => `${start}-${end}`)
		.join(", ");
