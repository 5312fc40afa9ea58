import type { WorkingHours } from "../../booking/working-time.ts";
import type { Typed } from "../../pages/components/fields.tsx";
import { Refusal } from "../forms.ts";

/** The days of a week as forms show them: from Monday on. 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

export const fieldOf = (weekday: number): string => `hours_${weekday}`;

/** Two times with something between them, such as `10:00-13:00`, `10–13` or `20.30 to 2`. */
const range = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|—|to)\s*(\d{1,2})(?:[:.](\d{2}))?$/i;

/** The hours of a week as they were typed: several ranges a day, which may go over midnight. */
export function hoursTyped(typed: Typed): WorkingHours[] {
	const fields: Record<string, string> = {};
	const hours = weekdays.flatMap((weekday) => {
		const found = hoursIn(typed[fieldOf(weekday)]?.[0] ?? "", weekday);
		if (found) return found;
		fields[fieldOf(weekday)] = `${weekdayNames[weekday]} must be times such as 10:00-13:00, 14:00-18:00.`;
		return [];
	});
	if (Object.keys(fields).length > 0)
		throw new Refusal({ summary: "Check the form. Nothing has been changed yet.", fields }, 422);
	return hours.sort((a, b) => a.weekday - b.weekday || (a.start < b.start ? -1 : 1));
}

/** Undefined where it is not understood. */
function hoursIn(text: string, weekday: number): WorkingHours[] | undefined {
	const parts = text.split(/[,;\n]|\band\b/i).map((part) => part.trim());
	const given = parts.filter((part) => part !== "" && !/^(closed|-|–)$/i.test(part));
	const found = given.map((part) => rangeIn(part, weekday));
	return found.every((one) => one !== undefined) ? found.flat() : undefined;
}

function rangeIn(text: string, weekday: number): WorkingHours[] | undefined {
	const [, fromHour, fromMinute = "00", toHour, toMinute = "00"] = range.exec(text) ?? [];
	const start = timeOf(fromHour, fromMinute);
	const end = timeOf(toHour, toMinute);
	if (start === undefined || end === undefined || start === "24:00" || start === end) return undefined;
	if (start < end) return [{ weekday, start, end }];
	const evening = { weekday, start, end: "24:00" };
	return end === "00:00" ? [evening] : [evening, { weekday: (weekday + 1) % 7, start: "00:00", end }];
}

function timeOf(hour: string | undefined, minute: string): string | undefined {
	if (hour === undefined || Number(minute) > 59) return undefined;
	const time = `${hour.padStart(2, "0")}:${minute}`;
	return time <= "24:00" ? time : undefined;
}

/** The ranges of a day as text. A range over midnight stands on the day on which it begins. */
export function textOfDay(hours: readonly WorkingHours[], weekday: number): string {
	const on = (day: number) => hours.filter((one) => one.weekday === day).sort((a, b) => (a.start < b.start ? -1 : 1));
	const nightOf = (evening: WorkingHours | undefined) =>
		evening?.end === "24:00" && evening.start !== "00:00"
			? on((evening.weekday + 1) % 7).find(({ start, end }) => start === "00:00" && end < evening.start)
			: undefined;
	const yesterday = nightOf(on((weekday + 6) % 7).at(-1));
	return on(weekday)
		.filter((one) => one !== yesterday)
		.map((one) => `${one.start}-${nightOf(one)?.end ?? one.end}`)
		.join(", ");
}
