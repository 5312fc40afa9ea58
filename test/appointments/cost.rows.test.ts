import { beforeAll, expect, it } from "vitest";
import { dayMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { database } from "../support/database.ts";
import { at, everyDay, newArtist, newEventType, newStudio, type Studio, setHours } from "../support/studio.ts";

const others = 20_000;
let studio: Studio;

/** Gives the artist two live appointments a day, from the year 2000 on. */
async function fill({ id, artistId, clientId }: Studio): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${others - 1})
			INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, created_at, updated_at)
			SELECT 'apt_' || printf('%032x', i), ?1, ?2, ?3, 'SCHEDULED', 946684800000 + i * 43200000, 946684800000 + i * 43200000 + 3600000,
				'UTC', 0, 0, i, i FROM n`,
		)
		.bind(id, artistId, clientId)
		.run();
}

beforeAll(async () => {
	studio = await newStudio();
	await fill(studio);
	await call(200, "/v1/me", { key: studio.key });
});

const json = (method: string, body: unknown, idempotencyKey: string): RequestInit => ({
	method,
	body: JSON.stringify(body),
	headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
});

const iso = (ms: number) => new Date(ms).toISOString();
const wanted = (time: string) => ({
	artist_id: studio.artistId,
	client_id: studio.clientId,
	event_type_id: studio.typeId,
	start_at: at(time),
});

it(`GET /v1/availability makes one round trip and reads few rows among ${others} appointments`, async () => {
	const query = `artist_id=${studio.artistId}&event_type_id=${studio.typeId}&from=${at("00:00")}&to=${at("23:00")}`;
	const cost = await costOf(`/v1/availability?${query}`, studio.key);
	expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 1 }, rowsWritten: 0 });
	expect(cost.rowsRead).toBeLessThanOrEqual(120);
});

it("a keyed booking makes two round trips in sequence, the check being one of them", async () => {
	const cost = await costOf("/v1/appointments", studio.key, json("POST", wanted("13:00"), "book"));
	expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 2 } });
	expect(cost.rowsRead).toBeLessThanOrEqual(150);
});

it("a refused booking looks twice: at the time, and around it for free ones", async () => {
	const cost = await costOf("/v1/appointments", studio.key, json("POST", wanted("13:00"), "refused"));
	// The third trip stores the refusal for the Idempotency-Key.
	expect(cost).toMatchObject({ status: 409, gate: { inSequence: 1 }, db: { inSequence: 3 } });
	expect(cost.rowsRead).toBeLessThanOrEqual(400);
});

it("a calendar that is full for years costs a refusal three looks around it, and one that is closed costs one", async () => {
	const artistId = await newArtist(studio.key);
	await setHours(artistId, everyDay);
	const typeId = await newEventType(studio.id, artistId);
	const now = Date.now();
	for (const [from, to] of [
		[0, 366],
		[360, 720],
	] as const) {
		const body = { start_at: iso(now + from * dayMs), end_at: iso(now + to * dayMs) };
		await call(201, `/v1/artists/${artistId}/time_blocks`, { key: studio.key, body });
	}
	const body = { artist_id: artistId, client_id: studio.clientId, event_type_id: typeId, start_at: iso(now + dayMs) };
	const full = await costOf("/v1/appointments", studio.key, json("POST", body, "full"));
	expect(full).toMatchObject({ status: 409, gate: { inSequence: 1 }, db: { inSequence: 5 } });
	expect(full.rowsRead).toBeLessThanOrEqual(120);
	await setHours(artistId, []);
	const closed = await costOf("/v1/appointments", studio.key, json("POST", body, "closed"));
	expect(closed).toMatchObject({ status: 409, db: { inSequence: 3 } });
});

it("a keyed move makes two round trips in sequence before its mail", async () => {
	const { body } = await call(201, "/v1/appointments", { key: studio.key, body: wanted("15:00") });
	await database.prepare("UPDATE clients SET do_not_contact = 1 WHERE id = ?").bind(studio.clientId).run();
	const move = { start_at: at("16:00"), end_at: at("17:00") };
	const cost = await costOf(`/v1/appointments/${body.id}`, studio.key, json("PATCH", move, "move"));
	expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 2 } });
	expect(cost.rowsRead).toBeLessThanOrEqual(150);
});

it("a booking with a deposit writes three rows more, for its indexes, and a note of it, with its three events, at most 22", async () => {
	const terms = { deposit_required: true, deposit_amount: 100, currency: "EUR", deposit_due_hours: 1 };
	const typeId = await newEventType(studio.id, studio.artistId, { ...terms, deposit_unpaid: "CANCEL" });
	const body = { ...wanted("10:00"), event_type_id: typeId };
	const booked = await costOf("/v1/appointments", studio.key, json("POST", body, "deposit"));
	expect(booked).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 2 } });
	expect(booked.rowsWritten).toBeLessThanOrEqual(21);
	const { data } = (await call(200, "/v1/appointments?deposit_status=REQUESTED", { key: studio.key })).body;
	const path = `/v1/appointments/${data[0].id}/deposit`;
	const paid = await costOf(path, studio.key, json("PATCH", { status: "HELD", method: "CASH" }, "paid"));
	expect(paid).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 2 } });
	expect(paid.rowsWritten).toBeLessThanOrEqual(22);
});

it("a page of 50 reads at most 60 rows, filtered by artist or by time too", async () => {
	for (const query of ["", `?artist_id=${studio.artistId}`, `?client_id=${studio.clientId}`]) {
		expect((await costOf(`/v1/appointments${query}`, studio.key)).rowsRead).toBeLessThanOrEqual(60);
	}
});
