import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { actionsOn, entriesOn } from "./support/history.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, operate, type Tenant } from "./support/world.ts";

let world: Tenant;

beforeAll(async () => {
	world = await newWorld();
});

beforeEach(() => advance(60));

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const newArtist = async (): Promise<Json> =>
	(await call(201, "/v1/artists", { key: world.key, body: { name: "Mika" } })).body;
const getArtist = async (id: string): Promise<Json> => (await call(200, `/v1/artists/${id}`, { key: world.key })).body;

describe("working hours", () => {
	const path = (id: string) => `/admin/artists/${id}/working_hours`;
	const put = (status: number, id: string, hours: unknown): Promise<Answer> =>
		operate(status, path(id), { method: "PUT", body: { hours } });

	it("are replaced whole and shown with the artist", async () => {
		const before = await newArtist();
		advance(5);
		const hours = [
			{ weekday: 1, start: "10:00", end: "13:00" },
			{ weekday: 1, start: "14:00", end: "18:30" },
			{ weekday: 0, start: "00:00", end: "24:00" },
		];
		const { body } = await put(200, before.id, hours);
		expect(body).toEqual({ ...before, working_hours: hours, updated_at: body.updated_at });
		expect(body.updated_at > before.updated_at).toBe(true);
		expect(await getArtist(before.id)).toEqual(body);
		const friday = [{ weekday: 5, start: "23:00", end: "23:59" }];
		expect((await put(200, before.id, friday)).body.working_hours).toEqual(friday);
		expect((await put(200, before.id, [])).body.working_hours).toEqual([]);
	});

	it("are audited as the operator's, and emit nothing", async () => {
		const { id } = await newArtist();
		await put(200, id, [{ weekday: 2, start: "10:00", end: "18:00" }]);
		const entry = (await entriesOn(world.key, id)).at(-1);
		expect(entry).toMatchObject({ action: "artist.working_hours_set", actor: { type: "operator", id: null } });
		const events = (await readAllPages("/v1/events", world.key)).flat().filter(({ data }) => data.artistId === id);
		expect(events.map(({ type }) => type)).toEqual(["artist.created"]);
	});

	it("that are the same change nothing", async () => {
		const { id } = await newArtist();
		const hours = [{ weekday: 2, start: "10:00", end: "18:00" }];
		const { body } = await put(200, id, hours);
		advance(5);
		expect((await put(200, id, hours)).body).toEqual(body);
		expect(await entriesOn(world.key, id)).toHaveLength(2);
	});

	it.each([
		["10:00", "10:00"],
		["18:00", "10:00"],
		["23:59", "00:00"],
	])("from %s to %s are refused, each range by its number", async (start, end) => {
		const { id } = await newArtist();
		const good = { weekday: 0, start: "10:00", end: "18:00" };
		const bad = { weekday: 6, start, end };
		const answer = await put(400, id, [good, bad, good, bad]);
		expectProblem(answer, path(id), "validation_error");
		expect(answer.body.errors).toEqual(
			[1, 3].map((n) => ({ location: "body", path: `hours.${n}.end`, message: "must be after start" })),
		);
		expect((await getArtist(id)).working_hours).toEqual([]);
	});

	it.each([
		["weekday", 7],
		["weekday", -1],
		["weekday", 1.5],
		["weekday", "1"],
		["weekday", undefined],
		["start", "24:00"],
		["start", "9:00"],
		["start", "10:60"],
		["start", "10:00:00"],
		["start", ""],
		["end", "24:01"],
		["end", "25:00"],
		["end", 18],
		["end", undefined],
	])("with %s %j are refused", async (field, value) => {
		const { id } = await newArtist();
		const answer = await put(400, id, [{ weekday: 1, start: "10:00", end: "18:00", [field]: value }]);
		expectProblem(answer, path(id), "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: `hours.0.${field}` });
	});

	it("are at most 100 ranges, and must be a list", async () => {
		const { id } = await newArtist();
		const hours = Array.from({ length: 101 }, (_, n) => ({ weekday: n % 7, start: "10:00", end: "18:00" }));
		await put(200, id, hours.slice(1));
		for (const given of [hours, undefined, null, "always"])
			expect((await put(400, id, given)).body.errors[0].path).toBe("hours");
	});

	it("of an unknown artist are not found", async () => {
		const id = newId("artist", Date.now());
		expectProblem(await put(404, id, []), path(id), "resource_not_found");
		expectProblem(await put(400, "art_1", []), path("art_1"), "invalid_id");
	});

	it("set at the same time are set one after the other or refused", async () => {
		const { id } = await newArtist();
		const answers = await Promise.all(
			Array.from({ length: 5 }, (_, weekday) =>
				send(path(id), {
					method: "PUT",
					key: "svcop_test",
					body: { hours: [{ weekday, start: "10:00", end: "18:00" }] },
				}),
			),
		);
		for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
		const { working_hours } = await getArtist(id);
		const kept = answers.filter(({ status }) => status === 200).map(({ body }) => body.working_hours);
		expect(kept).toContainEqual(working_hours);
		expect((await entriesOn(world.key, id)).length).toBe(1 + kept.length);
	});
});

describe("time blocks", () => {
	const path = (id: string) => `/admin/artists/${id}/time_blocks`;
	const post = (status: number, id: string, body: object): Promise<Answer> => operate(status, path(id), { body });
	const remove = (status: number, id: string): Promise<Answer> =>
		operate(status, `/admin/time_blocks/${id}`, { method: "DELETE" });
	const day = { start_at: "2030-05-01T00:00:00+02:00", end_at: "2030-05-02T00:00:00+02:00" };

	it("are made and deleted, and both is audited", async () => {
		const { id } = await newArtist();
		const { headers, body } = await post(201, id, { ...day, reason: "Guest spot" });
		expect(body).toEqual({
			object: "time_block",
			id: expect.stringMatching(/^tbl_[0-9a-f]{32}$/),
			artist_id: id,
			start_at: "2030-04-30T22:00:00.000Z",
			end_at: "2030-05-01T22:00:00.000Z",
			reason: "Guest spot",
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(headers.get("Location")).toBe(`/admin/time_blocks/${body.id}`);
		expect((await remove(200, body.id)).body).toEqual({ object: "time_block", id: body.id, deleted: true });
		await remove(404, body.id);
		expect(await actionsOn(world.key, body.id)).toEqual(["time_block.created", "time_block.deleted"]);
	});

	it("need no reason and may overlap", async () => {
		const { id } = await newArtist();
		for (const given of [day, { ...day, reason: null }]) expect((await post(201, id, given)).body.reason).toBeNull();
	});

	it.each([
		["2030-01-01T00:00:00.001Z", "2030-01-01T00:00:00.001Z"],
		["2030-01-02T00:00:00Z", "2030-01-01T00:00:00Z"],
		["2030-01-01T00:00:00Z", "2031-01-02T00:00:00.001Z"],
	])("from %s to %s are refused", async (start_at, end_at) => {
		const { id } = await newArtist();
		const answer = await post(400, id, { start_at, end_at });
		expectProblem(answer, path(id), "validation_error");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: "end_at" });
	});

	it("may last a year and a day", async () => {
		const { id } = await newArtist();
		await post(201, id, { start_at: "2030-01-01T00:00:00Z", end_at: "2031-01-02T00:00:00Z" });
	});

	it.each([
		["start_at", undefined],
		["start_at", "2030-01-01"],
		["end_at", undefined],
		["end_at", 1_900_000_000_000],
		["reason", 5],
		["reason", "a".repeat(501)],
	])("with %s %j are refused", async (field, value) => {
		const { id } = await newArtist();
		const answer = await post(400, id, { ...day, [field]: value });
		expectProblem(answer, path(id), "validation_failed");
		expect(answer.body.errors[0].path).toBe(field);
	});

	it("of an unknown artist, or unknown themselves, are not found", async () => {
		await post(404, newId("artist", Date.now()), day);
		await remove(404, newId("time_block", Date.now()));
		await remove(400, "tbl_1");
	});

	it("deleted by several at once are deleted once", async () => {
		const { id } = await newArtist();
		const block = (await post(201, id, day)).body.id;
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => send(`/admin/time_blocks/${block}`, { method: "DELETE", key: "svcop_test" })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
	});
});
