import { expect, it } from "vitest";
import { longestAppointmentMs } from "../../src/domain/booking/busy-times/busy-times.ts";
import { earliestStart, latestEnd, timeErrors } from "../../src/domain/booking/slots/slot-checks.ts";

const pathsOf = (start: number, end: number, given = { end: true }) =>
	timeErrors({ start, end }, given).map(({ path }) => path);

it("an appointment lasts a millisecond to seven days", () => {
	expect(pathsOf(0, 1)).toEqual([]);
	expect(pathsOf(0, longestAppointmentMs)).toEqual([]);
	expect(pathsOf(0, 0)).toEqual(["end_at"]);
	expect(pathsOf(0, longestAppointmentMs + 1)).toEqual(["end_at"]);
	expect(pathsOf(0, longestAppointmentMs + 1, { end: false })).toEqual(["start_at"]);
});

it("an appointment begins between the years 1970 and 2199", () => {
	for (const start of [earliestStart, latestEnd - 1]) expect(pathsOf(start, start + 1)).toEqual([]);
	for (const start of [earliestStart - 1, latestEnd]) expect(pathsOf(start, start + 1)).toEqual(["start_at"]);
});
