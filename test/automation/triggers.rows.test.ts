import { expect, it } from "vitest";
import { costOf } from "../support/cost.ts";
import { newWorld } from "../support/world.ts";
import { createClient, happens } from "./automation.ts";

it("a trigger's list reads the rows that it shows, however much else happened", async () => {
	const { id, key } = await newWorld();
	await Promise.all(Array.from({ length: 60 }, () => createClient(key)));
	await Promise.all(Array.from({ length: 20 }, () => happens(id, "new_lead")));
	await costOf("/v1/me", key);
	const cost = await costOf("/v1/automation/triggers/new_lead?limit=10", key);
	expect(cost.status).toBe(200);
	expect(cost.rowsRead).toBeLessThanOrEqual(12);
	expect(cost.gate.inSequence).toBe(1);
});
