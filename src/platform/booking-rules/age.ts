import { zoned } from "./working-time.ts";

/** The whole years of a person on the day of an instant in a zone. `birth` is a date. A person who was born on 29 February has the birthday on 1 March of other years. */
export function ageOn(birth: string, instant: number, timezone: string): number {
	const day = zoned(instant, timezone).toPlainDate().toString();
	const [born, present] = [Number(birth.slice(0, 4)), Number(day.slice(0, 4))];
	return present - born - (day.slice(5) < birth.slice(5) ? 1 : 0);
}
