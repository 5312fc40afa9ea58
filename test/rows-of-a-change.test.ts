/** @module-tag rows */
import { beforeAll, expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { at, newStudio, type Studio } from "./support/studio.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

const ana = {
	...{ email: "ana.gonzalez@mail.example", first_name: "Ana María", last_name: "González", phone: "+49 170 1234567" },
	instagram_handle: "@ana_inks",
};

// Written rows are most of the service's bill: docs/scale.md.
it.each<[string, number, (studio: Studio, n: number) => object]>([
	["/v1/clients", 14, (_, n) => ({ ...ana, email: `${n}${ana.email}` })],
	["/v1/leads", 13, () => ({ ...ana, instagram_handle: undefined })],
	["/v1/leads", 14, ({ artistId }) => ({ first_name: "Ana", assigned_artist_id: artistId, source: "fair" })],
	["/v1/ideas", 14, ({ clientId }) => ({ client_id: clientId, subject: "Fern" })],
	["/v1/ideas", 16, ({ clientId }) => ({ client_id: clientId, subject: "Fern", tags: ["fern", "arm"] })],
	["/v1/ideas", 16, ({ clientId, artistId }) => ({ client_id: clientId, artist_id: artistId, subject: "Fern" })],
	[
		"/v1/appointments",
		18,
		({ artistId, clientId, typeId }, n) => ({
			...{ artist_id: artistId, client_id: clientId, event_type_id: typeId },
			start_at: at(`${10 + n}:00`),
		}),
	],
])("a keyed POST to %s writes exactly %i rows", async (path, rows, bodyOf) => {
	const post = (n: number) => ({
		method: "POST",
		body: JSON.stringify(bodyOf(studio, n)),
		headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
	});
	await costOf(path, studio.key, post(1));
	const cost = await costOf(path, studio.key, post(3));
	expect(cost).toMatchObject({ status: 201, rowsWritten: rows });
});
