import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { at, newStudio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

it("a location has up to 1000 characters, of an appointment and of an event type alike", async () => {
	const { key, artistId, clientId, typeId } = await newStudio();
	const [longest, longer] = ["x".repeat(1000), "x".repeat(1001)];
	const appointment = { artist_id: artistId, client_id: clientId, start_at: at("10:00"), end_at: at("11:00") };
	const book = (status: number, location: string) =>
		call(status, "/v1/appointments", { key, body: { ...appointment, location } });
	const describeType = (status: number, location: string) =>
		operate(status, `/admin/event_types/${typeId}`, { method: "PATCH", body: { location } });
	for (const refused of [await book(400, longer), await describeType(400, longer)])
		expect(refused.body.errors).toEqual([expect.objectContaining({ path: "location" })]);
	expect((await book(201, longest)).body.location).toBe(longest);
	await describeType(200, longest);
});
