import { expect, it } from "vitest";
import { matchedProperties, recordOf } from "../../src/platform/events/matching.ts";

const eventOf = (length: number) => ({ type: "client.created" as const, data: { clientId: "x".repeat(length) } });

it("a text of at most 200 characters can be the id of the record that an event is about", () => {
	expect(recordOf(eventOf(200))).toBe("x".repeat(200));
	expect(recordOf(eventOf(201))).toBeNull();
	expect(recordOf({ type: "client.created", data: { clientId: 7 } })).toBeNull();
	expect(recordOf({ type: "client.created", data: {} })).toBeNull();
});

it("a delivery depends on no longer text, either", () => {
	const [kept, left] = [200, 201].map((length) => ({ artistId: "x".repeat(length) }));
	expect(Object.values(matchedProperties(kept ?? {}))).toContain("x".repeat(200));
	expect(Object.values(matchedProperties(left ?? {})).filter(Boolean)).toEqual([]);
});
