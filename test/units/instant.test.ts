import { describe, expect, test } from "vitest";
import { instant } from "../../src/platform/http/fields/fields.ts";

const read = (value: unknown): string | undefined => {
	const { data } = instant.safeParse(value);
	return data === undefined ? undefined : new Date(data).toISOString();
};

describe("a time in a request", () => {
	test.each([
		["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"],
		["2026-01-31T09:30Z", "2026-01-31T09:30:00.000Z"],
		["2026-01-31T09:30:00.5Z", "2026-01-31T09:30:00.500Z"],
		["2026-01-31T09:30:00.123456Z", "2026-01-31T09:30:00.123Z"],
		["2026-01-31T09:30:00+02:00", "2026-01-31T07:30:00.000Z"],
		["2026-01-31T09:30:00+0200", "2026-01-31T07:30:00.000Z"],
		["2026-01-31T09:30:00+02", "2026-01-31T07:30:00.000Z"],
		["2026-01-31T09:30-0930", "2026-01-31T19:00:00.000Z"],
		["2026-01-31T09:30:00.25-05", "2026-01-31T14:30:00.250Z"],
		["2024-02-29T00:00+00:00", "2024-02-29T00:00:00.000Z"],
	])("%s is read as %s", (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	test.each([
		"2026-01-31",
		"2026-01-31T09Z",
		"2026-01-31T09:30:00",
		"2026-01-31T09:30",
		"2026-01-31 09:30:00Z",
		"2026-02-30T09:30Z",
		"2026-01-31T24:00Z",
		"2026-01-31T09:60Z",
		"2026-01-31T09:30:00+24",
		"2026-01-31T09:30:00+020",
		"2026-01-31T09:30:00+02:",
		"2026-01-31T09:30:00+02000",
		"2026-01-31T09:30.5Z",
		"0000-01-01T00:00+02",
		"1769851800000",
		"Sat, 31 Jan 2026 09:30:00 GMT",
		"",
		1769851800000,
		null,
		undefined,
	])("%s is refused", (value) => {
		expect(read(value)).toBeUndefined();
	});

	test("what is no string is told the form", () => {
		expect(instant.safeParse(1).error?.issues[0]?.message).toContain("ISO 8601");
		expect(instant.safeParse("2026-01-31").error?.issues.map(({ message }) => message)).toEqual([
			"must be an ISO 8601 timestamp with Z or an offset, such as 2026-01-31T09:30:00Z",
		]);
	});
});
