import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { at, newStudio, type Studio } from "./support/studio.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

const booked = ({ artistId, clientId, typeId }: Studio, hour: number) => ({
	artist_id: artistId,
	client_id: clientId,
	event_type_id: typeId,
	start_at: at(`${hour}:00`),
});

const ana = {
	email: "ana.gonzalez@mail.example",
	first_name: "Ana María",
	last_name: "González",
	phone: "+49 170 1234567",
	instagram_handle: "@ana_inks",
};

// Written rows are most of the service's bill: docs/scale.md.
it.each<[string, number, (studio: Studio, n: number) => object]>([
	["/v1/clients", 14, (_, n) => ({ ...ana, email: `${n}${ana.email}` })],
	["/v1/clients", 15, (_, n) => ({ ...ana, email: `fair-${n}${ana.email}`, source: "fair" })],
	["/v1/leads", 13, () => ({ ...ana, instagram_handle: undefined })],
	["/v1/leads", 14, ({ artistId }) => ({ first_name: "Ana", assigned_artist_id: artistId, source: "fair" })],
	["/v1/ideas", 14, ({ clientId }) => ({ client_id: clientId, subject: "Fern" })],
	["/v1/ideas", 14, ({ clientId }) => ({ client_id: clientId, subject: "Fern", tags: ["fern", "arm"] })],
	["/v1/ideas", 15, ({ clientId, artistId }) => ({ client_id: clientId, artist_id: artistId, subject: "Fern" })],
	["/v1/appointments", 18, (studio, n) => booked(studio, 10 + n)],
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

const asClient = (first_name: string) => ({ ...ana, email: `${first_name}.${ana.email}`, first_name });

// A row for the record, one for its place in the order of changes, and one for each other index of a changed column. A
// changed name also changes the words of the search.
it.each<[string, string, number, (studio: Studio) => object, object]>([
	["an appointment's title", "/v1/appointments", 11, (studio) => booked(studio, 15), { title: "Fern" }],
	["an appointment's status", "/v1/appointments", 12, (studio) => booked(studio, 16), { status: "COMPLETED" }],
	["a client's notes", "/v1/clients", 11, () => asClient("Eva"), { notes: "Late" }],
	["a client's name", "/v1/clients", 13, () => asClient("Ada"), { first_name: "Adele" }],
	["a lead's message", "/v1/leads", 6, () => ({ first_name: "Ana" }), { message: "Fern" }],
])("a keyed PATCH of %s writes exactly the rows that change", async (_, path, rows, bodyOf, patch) => {
	const keyed = (method: string, body: object) => ({
		method,
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
	});
	const { body } = await call(201, path, { key: studio.key, body: bodyOf(studio) });
	const cost = await costOf(`${path}/${body.id}`, studio.key, keyed("PATCH", patch));
	expect(cost).toMatchObject({ status: 200, rowsWritten: rows });
});
