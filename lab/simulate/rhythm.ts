// Assumptions about the times at which studios work.

/** Shares of a day's bookings by the hour of the studio's own clock. */
const hours = [1, 1, 0, 0, 0, 0, 1, 2, 4, 7, 10, 11, 10, 9, 9, 9, 8, 8, 9, 10, 9, 7, 4, 2];
const ofHours = hours.reduce((sum, weight) => sum + weight, 0);

/** The share of a day's bookings in an hour of UTC, for a studio so many hours ahead of it. */
export const shareOfHour = (utcHour: number, ahead: number): number =>
	(hours[(utcHour + ahead + 24) % 24] ?? 0) / ofHours;

/** The bookings of each weekday, from Sunday on, as multiples of the average day. */
export const weekdays = [0.6, 0.5, 0.9, 1, 1.1, 1.3, 1.6] as const;

/** Hours ahead of UTC, with the percentage of the studios. */
export const zones = [
	[-8, 10],
	[-6, 8],
	[-5, 17],
	[-3, 5],
	[0, 12],
	[1, 28],
	[2, 5],
	[8, 4],
	[9, 5],
	[10, 6],
] as const;
