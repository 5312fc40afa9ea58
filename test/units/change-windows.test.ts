import { expect, it } from "vitest";
import {
	type ManagedBooking,
	whyNotCancelled,
	whyNotMoved,
} from "../../src/domain/booking/bookings/managed-booking.ts";

const hour = 3_600_000;
const startAt = 1_000 * hour;
const details = { max_reschedules: null, reschedule_window_hours: 24, cancellation_window_hours: 48 };
const booking = { appointment: { startAt }, artist: { status: "ACTIVE" }, details, link: { moves: 0 } };
const managed = booking as unknown as ManagedBooking;

it.each([
	["moved", whyNotMoved, 24],
	["cancelled", whyNotCancelled, 48],
] as const)("an appointment can be %s until its window begins, and not at its first millisecond", (_, why, hours) => {
	expect(why(managed, startAt - hours * hour - 1)).toBeUndefined();
	expect(why(managed, startAt - hours * hour)).toContain("too_late");
});
