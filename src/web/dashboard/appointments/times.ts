import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { clockTime, dayAndTime } from "../calendar/words.ts";

/** Such as `Monday, 23 November 2026, 10:00–11:00`. */
export const timesOf = ({ start_at, end_at }: Pick<Appointment, "start_at" | "end_at">, timezone: string): string => {
	const [start, end] = [Date.parse(start_at), Date.parse(end_at)];
	const [from, to] = [dayAndTime(start, timezone), dayAndTime(end, timezone)];
	const sameDay = from.slice(0, from.lastIndexOf(",")) === to.slice(0, to.lastIndexOf(","));
	return sameDay ? `${from}–${clockTime(end, timezone)}` : `${from} to ${to}`;
};
