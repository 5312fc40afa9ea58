import { Temporal } from "temporal-polyfill";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** A weekday and a time of that day, in the studio's time zone. */
export type WallTime = `${(typeof weekdays)[number]} ${string}:${string}`;

const names: readonly string[] = weekdays;
const zone = "Europe/Berlin";

/** The studio's calendar around the time of its founding. */
export class Calendar {
	readonly #founded: Temporal.Instant;
	readonly #monday: Temporal.PlainDate;

	constructor(founded: string) {
		this.#founded = Temporal.Instant.from(founded);
		const day = this.#founded.toZonedDateTimeISO(zone).toPlainDate();
		this.#monday = day.subtract({ days: day.dayOfWeek - 1 });
	}

	/** The week of the founding is week 0. */
	at(week: number, wallTime: WallTime): string {
		const [weekday = "", time] = wallTime.split(" ");
		const days = week * 7 + names.indexOf(weekday);
		return this.#monday.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString();
	}

	get now(): number {
		return this.#founded.epochMilliseconds;
	}

	/** By the time of the founding. */
	isOver(start: string, minutes: number): boolean {
		return Temporal.Instant.compare(Temporal.Instant.from(start).add({ minutes }), this.#founded) <= 0;
	}
}
