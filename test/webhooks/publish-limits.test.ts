import { expect, it } from "vitest";
import { call } from "../support/api.ts";
import { newTenant, newWorld, operate } from "../support/world.ts";

const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

it.each([
	["more than 256 KiB", { text: "a".repeat(256 * 1024) }],
	["numbers that grow when they are written down again", { numbers: `${"1e20,".repeat(20_000)}1` }],
	["more than 100 levels", { deep: "levels" }],
])("an event's data of %s is refused, and nothing is published", async (_, data) => {
	const { id, key } = await newWorld();
	const raw = JSON.stringify({ type: "payout.paid", data })
		.replace(/"(1e20[^"]*)"/, "[$1]")
		.replace('"levels"', "[".repeat(5000) + "]".repeat(5000));
	const answer = await operate(400, `/admin/tenants/${id}/events`, {
		raw,
		method: "POST",
		headers: { "Content-Type": "application/json" },
	});
	expect(answer.body).toMatchObject({ code: "validation_failed", errors: [{ path: "data" }] });
	expect((await call(200, "/v1/events", { key })).body.data).toEqual([]);
});

it("data of 100 levels is delivered as given", async () => {
	const data = { deep: nested(99) };
	expect(
		(await operate(201, `/admin/tenants/${await newTenant()}/events`, { body: { type: "payout.paid", data } })).body
			.data,
	).toEqual(data);
});
