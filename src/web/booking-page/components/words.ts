import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";

/** The duration, such as `1 h 30 min`, with the symbols that all languages share. */
export function lengthOf({ row: { durationMinutes: minutes } }: BookableType): string {
	const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [whole > 0 && `${whole} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
