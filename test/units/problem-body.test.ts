import { describe, expect, it } from "vitest";
import { truncatedProblemBody } from "../../src/platform/http/request/problem-body.ts";

const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const errorsOf = (count: number, message: string) =>
	Array.from({ length: count }, (_, n) => ({ location: "body" as const, path: `fields.${n}`, message }));
const base = { detail: "fields.0: is wrong", instance: "/v1/forms", request_id: "req_1" };

describe("an error has at most 8 KiB", () => {
	it.each([
		["many errors", { ...base, errors: errorsOf(100, "must be one of the options of the field, and it is none") }],
		["errors of many bytes", { ...base, errors: errorsOf(100, "ä🦜".repeat(50)) }],
		["a long detail", { ...base, detail: "🦜".repeat(10_000), errors: errorsOf(100, "is required") }],
		["a long path", { ...base, instance: `/v1/clients/${"a".repeat(20_000)}` }],
	])("with %s", (_, body: Parameters<typeof truncatedProblemBody>[0] & { request_id: string }) => {
		const fits = truncatedProblemBody(body);
		expect(size(fits)).toBeLessThanOrEqual(8192);
		expect(fits.request_id).toBe("req_1");
		expect(fits.detail.isWellFormed()).toBe(true);
		expect(Object.keys(fits).sort()).toEqual(Object.keys(body).sort());
		if (!fits.errors) return;
		expect(fits.errors).toEqual(body.errors?.slice(0, fits.errors.length));
		expect(fits.errors.length).toBeGreaterThan(10);
	});

	it("is as it was when it fits, up to the last byte", () => {
		const full = { ...base, detail: "a".repeat(8192 - size({ ...base, detail: "" })) };
		expect(size(full)).toBe(8192);
		expect(truncatedProblemBody(full)).toBe(full);
		expect(size(truncatedProblemBody({ ...full, detail: `${full.detail}a` }))).toBeLessThan(8192);
	});
});
