import { Temporal } from "temporal-polyfill";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** A day of a week and a time of that day, as the studio's clocks show it. */
export type WallTime = `${(typeof weekdays)[number]} ${string}:${string}`;

const names: readonly string[] = weekdays;
const zone = "Europe/Berlin";

/** The studio's calendar around the moment in which it was founded. */
export class Calendar {
	readonly #founded: Temporal.Instant;
	readonly #monday: Temporal.PlainDate;

	constructor(founded: string) {
		this.#founded = Temporal.Instant.from(founded);
		const day = this.#founded.toZonedDateTimeISO(zone).toPlainDate();
		this.#monday = day.subtract({ days: day.dayOfWeek - 1 });
	}

	/** As a timestamp; the week of the founding is week 0. */
	at(week: number, wallTime: WallTime): string {
		const [weekday = "", time] = wallTime.split(" ");
		const days = week * 7 + names.indexOf(weekday);
		return this.#monday.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
	}

	/** Whether what begins then and takes so long was over at the founding. */
	isOver(start: string, minutes: number): boolean {
		return Temporal.Instant.compare(Temporal.Instant.from(start).add({ minutes }), this.#founded) <= 0;
	}
}
