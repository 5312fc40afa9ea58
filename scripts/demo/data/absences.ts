import type { WallTime } from "../calendar.ts";

/** A period in a week. The week of the first start is 0. */
export interface Absence {
	week: number;
	from: WallTime;
	to: WallTime;
}

/** By artist. */
export const timeBlocks: Record<string, (Absence & { reason: string })[]> = {
	mika: [
		{ week: 0, from: "Thu 15:00", to: "Thu 18:00", reason: "Studio meeting" },
		{ week: 1, from: "Fri 00:00", to: "Sun 20:00", reason: "Convention in Copenhagen" },
	],
	zeynep: [{ week: 3, from: "Mon 00:00", to: "Sun 23:59", reason: "Holiday" }],
};

/** The busy times in the artist's external calendar, by artist. */
export const busyTimes: Record<string, Absence[]> = {
	joana: [
		{ week: 0, from: "Wed 13:00", to: "Wed 15:30" },
		{ week: 1, from: "Tue 15:00", to: "Tue 17:00" },
		{ week: 2, from: "Fri 12:00", to: "Fri 14:00" },
	],
};
