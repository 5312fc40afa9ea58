import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { actionsOn, entriesOn } from "./support/history.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { at, everyDay, newArtist, newStudio, type Studio } from "./support/studio.ts";
import { newKey, newWorld, operate } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});
beforeEach(() => advance(60));

const readerOf = async ({ id }: { id: string }) => (await newKey(id, { scopes: ["read:artists"] })).key;

describe("/v1/artists/{id}/working_hours", () => {
	const path = (id: string) => `/v1/artists/${id}/working_hours`;
	const put = (status: number, id: string, hours: unknown, key = studio.key) =>
		call(status, path(id), { method: "PUT", key, body: { hours } });

	it("replaces the hours, which the artist and the bookings then follow", async () => {
		const artistId = await newArtist(studio.key, { timezone: "America/New_York" });
		const before = (await call(200, path(artistId), { key: studio.key })).body;
		expect(before).toMatchObject({ object: "working_hours", artist_id: artistId, timezone: "America/New_York" });
		expect(before.hours).toEqual([]);
		const tuesday = [
			{ weekday: 2, start: "10:00", end: "12:00" },
			{ weekday: 2, start: "14:00", end: "24:00" },
		];
		const { body } = await put(200, artistId, tuesday);
		expect(body).toEqual({ ...before, hours: tuesday, updated_at: body.updated_at });
		expect((await call(200, path(artistId), { key: await readerOf(studio) })).body).toEqual(body);
		const artist = (await call(200, `/v1/artists/${artistId}`, { key: studio.key })).body;
		expect(artist).toMatchObject({ working_hours: tuesday, updated_at: body.updated_at });
		const [entry] = (await entriesOn(studio.key, artistId)).slice(-1);
		expect(entry).toMatchObject({ action: "artist.working_hours_set", actor: { type: "api_key", id: studio.keyId } });
	});

	it("does nothing when the hours stay the same", async () => {
		const artistId = await newArtist(studio.key);
		const first = (await put(200, artistId, everyDay)).body;
		advance(60);
		expect((await put(200, artistId, everyDay)).body).toEqual(first);
		expect(await actionsOn(studio.key, artistId)).toEqual(["artist.created", "artist.working_hours_set"]);
	});

	it("refuses an end that is not after its start, and names it", async () => {
		const hours = [everyDay[0], { weekday: 2, start: "12:00", end: "12:00" }];
		const { body } = await put(400, studio.artistId, hours);
		expect(body.code).toBe("validation_error");
		expect(body.errors).toEqual([{ location: "body", path: "hours.1.end", message: "must be after start" }]);
		expect((await put(400, studio.artistId, [{ weekday: 7, start: "1", end: "2" }])).body.code).toBe(
			"validation_failed",
		);
	});

	it("needs write:artists to set and read:artists to read, of the artist's own studio", async () => {
		const reader = await readerOf(studio);
		expect((await put(403, studio.artistId, [], reader)).body.code).toBe("insufficient_scope");
		const { key } = await newWorld();
		for (const answer of [
			await send(path(studio.artistId), { key }),
			await send(path(studio.artistId), { key, method: "PUT", body: { hours: [] } }),
		])
			expectProblem(answer, path(studio.artistId), "resource_not_found");
	});
});

describe("/v1/artists/{id}/time_blocks", () => {
	const path = (artistId: string) => `/v1/artists/${artistId}/time_blocks`;
	const span = { start_at: at("10:00"), end_at: at("12:00") };
	const block = async (artistId: string, body: object = span): Promise<Json> =>
		(await call(201, path(artistId), { key: studio.key, body })).body;
	const idsIn = (rows: Json[]): string[] => rows.map(({ id }) => id);

	it("blocks a time for bookings, until it is freed", async () => {
		const { artistId, clientId, typeId, key } = studio;
		const { headers, body } = await call(201, path(artistId), { key, body: { ...span, reason: "Dentist" } });
		expect(body).toEqual({
			object: "time_block",
			id: expect.stringMatching(/^tbl_[0-9a-f]{32}$/),
			artist_id: artistId,
			...span,
			reason: "Dentist",
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		const where = headers.get("Location") ?? "";
		expect(where).toBe(`${path(artistId)}/${body.id}`);
		expect((await call(200, where, { key: await readerOf(studio) })).body).toEqual(body);
		expect((await operate(200, `/admin/time_blocks/${body.id}`)).body).toEqual(body);

		const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:30") };
		const refused = await call(409, "/v1/appointments", { key, body: booking });
		expect(refused.body.failures).toEqual([expect.objectContaining({ code: "time_block" })]);
		const gone = await call(200, where, { key, method: "DELETE" });
		expect(gone.body).toEqual({ object: "time_block", id: body.id, deleted: true });
		await call(201, "/v1/appointments", { key, body: booking });
		for (const method of ["GET", "DELETE"]) await call(404, where, { key, method });
		expect(await actionsOn(key, body.id)).toEqual(["time_block.created", "time_block.deleted"]);
	});

	it("shows what the operator blocked, and the operator frees what the studio blocked", async () => {
		const artistId = await newArtist(studio.key);
		const theirs = (await operate(201, `/admin/artists/${artistId}/time_blocks`, { body: span })).body;
		const own = await block(artistId);
		expect((await call(200, path(artistId), { key: studio.key })).body.data).toEqual([own, theirs]);
		await operate(200, `/admin/time_blocks/${own.id}`, { method: "DELETE" });
		await call(200, `${path(artistId)}/${theirs.id}`, { key: studio.key, method: "DELETE" });
		expect((await call(200, path(artistId), { key: studio.key })).body.data).toEqual([]);
	});

	it("lists the newest first, in pages, and those that reach into a time", async () => {
		const artistId = await newArtist(studio.key);
		await block(await newArtist(studio.key));
		const days = ["2027-03-05", "2027-03-01", "2027-03-03"];
		const made = [];
		for (const day of days) made.push(await block(artistId, { start_at: at("10:00", day), end_at: at("12:00", day) }));
		const [fifth, first, third] = made;
		expect((await readAllPages(`${path(artistId)}?limit=2`, studio.key)).map(idsIn)).toEqual([
			[third.id, first.id],
			[fifth.id],
		]);
		const listed = async (query: string) =>
			idsIn((await readAllPages(`${path(artistId)}?limit=1&${query}`, studio.key)).flat());
		expect(await listed(`from=${at("11:59", "2027-03-03")}`)).toEqual([third.id, fifth.id]);
		expect(await listed(`from=${at("12:00", "2027-03-03")}`)).toEqual([fifth.id]);
		expect(await listed(`to=${at("10:00", "2027-03-03")}`)).toEqual([first.id]);
		expect(await listed(`from=${at("11:00", "2027-03-01")}&to=${at("10:01", "2027-03-03")}`)).toEqual([
			third.id,
			first.id,
		]);
	});

	it("refuses an end that is not after the start and a block of more than 366 days", async () => {
		for (const end_at of [span.start_at, at("09:00"), "2029-01-01T00:00:00Z"]) {
			const { body } = await call(400, path(studio.artistId), { key: studio.key, body: { ...span, end_at } });
			expect(body).toMatchObject({ code: "validation_error", errors: [{ location: "body", path: "end_at" }] });
		}
	});

	it("does not find a block under another artist, nor one of another studio", async () => {
		const { id } = await block(studio.artistId);
		const other = await newStudio();
		const paths = [`${path(await newArtist(studio.key))}/${id}`, `${path(newId("artist", Date.now()))}/${id}`];
		for (const method of ["GET", "DELETE"]) {
			for (const where of paths) await call(404, where, { key: studio.key, method });
			for (const artistId of [studio.artistId, other.artistId])
				await call(404, `${path(artistId)}/${id}`, { key: other.key, method });
		}
		await call(404, path(studio.artistId), { key: other.key });
		await call(404, path(studio.artistId), { key: other.key, method: "POST", body: span });
		await call(200, `${path(studio.artistId)}/${id}`, { key: studio.key });
	});
});
