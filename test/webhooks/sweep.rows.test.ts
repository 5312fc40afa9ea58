import { afterAll, beforeEach, expect, it } from "vitest";
import { database } from "../support/database.ts";
import { endpointWith, sweptOnce } from "./swept.ts";

const clear = () => database.prepare("DELETE FROM webhook_endpoints").run();
beforeEach(clear);
afterAll(clear);

/** More than a sweep may read. */
const thousands = 10_000;

it("the sweep has a turn for a tenant's one delivery beside thousands of older ones of another, and reads few rows", async () => {
	const [many, few] = [await endpointWith(thousands, { secondsAgo: 600 }), await endpointWith(1)];
	const { at, rowsRead } = await sweptOnce();
	expect(at).toEqual({ [many.id]: 4, [few.id]: 1 });
	expect(rowsRead).toBeLessThan(300);
});

it("the sweep leaves out an endpoint that has ten attempts under way, and reads few rows of its thousands", async () => {
	const [full, few] = [await endpointWith(thousands, { claimed: 10 }), await endpointWith(3)];
	const { at, rowsRead } = await sweptOnce();
	expect(at).toEqual({ [few.id]: 3 });
	expect(at[full.id]).toBeUndefined();
	expect(rowsRead).toBeLessThan(300);
});
