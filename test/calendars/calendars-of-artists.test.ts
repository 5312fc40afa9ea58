import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Call, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import { actionsOn } from "../support/history.ts";
import { Sites } from "../support/sites.ts";
import { at, newArtist, newStudio, type Studio } from "../support/studio.ts";
import { newKey, operate } from "../support/world.ts";
import { event, ics } from "./ics.ts";
import { readDue } from "./queue.ts";

let studio: Studio;
let path: string;
let server: Sites;
const url = "https://calendar.example/mika.ics?token=secret";
const busy = [{ start_at: at("12:00"), end_at: at("13:00") }];
beforeEach(async () => {
	server = new Sites();
	studio = await newStudio();
	path = `/v1/artists/${studio.artistId}/external_calendar`;
});
afterEach(() => vi.restoreAllMocks());

const ask = (status: number, method: string, options: Call = {}) =>
	call(status, path, { key: studio.key, method, ...options });
const put = (status: number, body: object, options: Call = {}) => ask(status, "PUT", { body, ...options });
const busyOf = () => rows("SELECT start_at FROM external_busy WHERE artist_id = ?", studio.artistId);

it("an artist's calendar is set, read and removed, and keeps its times from being booked", async () => {
	const { body } = await put(200, { busy });
	expect(body).toEqual({
		object: "external_calendar",
		artist_id: studio.artistId,
		busy_count: 1,
		fetched_at: null,
		error: null,
		next_fetch_at: null,
		created_at: expect.any(String),
		updated_at: expect.any(String),
	});
	expect((await ask(200, "GET")).body).toEqual(body);
	const booking = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	const wanted = { key: studio.key, body: { ...booking, start_at: at("12:00") } };
	expect((await call(409, "/v1/appointments", wanted)).body.failures[0].code).toBe("external_calendar_busy");
	expect((await ask(200, "DELETE")).body).toEqual({
		object: "external_calendar",
		id: studio.artistId,
		deleted: true,
	});
	await call(201, "/v1/appointments", wanted);
	for (const method of ["GET", "DELETE"]) expectProblem(await ask(404, method), path, "resource_not_found");
	expect((await actionsOn(studio.key, studio.artistId)).slice(-2)).toEqual(
		Array(2).fill("artist.external_calendar_set"),
	);
});

it("its address is fetched at once and shown to nobody under /v1, not even in part", async () => {
	server.answers(url, () => new Response(ics(...event("DTSTART:20270302T120000Z", "DURATION:PT1H"))));
	const answers = [await put(200, { ics_url: url }), await ask(200, "GET")];
	for (const { text, body } of answers) {
		expect(text).not.toContain("calendar.example");
		expect(body).toMatchObject({ busy_count: 1, error: null, next_fetch_at: expect.any(String) });
	}
	const ofOperator = (await operate(200, path.replace("/v1", "/admin"))).body;
	expect(ofOperator.ics_url).toBe("https://calendar.example/mika.ics");
});

it("takes exactly one of an address and busy times, an address that is allowed, and no null", async () => {
	for (const body of [{}, { ics_url: url, busy }, { ics_url: "https://10.0.0.1/x.ics" }])
		expect((await put(400, body)).body.code).toBe("validation_error");
	for (const body of [{ ics_url: null }, { ics_url: "no address" }, { busy: {} }, { busy: [{}] }])
		expect((await put(400, body)).body.code).toBe("validation_failed");
	await ask(404, "GET");
});

it("belongs to the tenant's artists alone, and to the scopes of artists", async () => {
	const other = await newStudio();
	const foreign = `/v1/artists/${other.artistId}/external_calendar`;
	await call(200, foreign, { key: other.key, method: "PUT", body: { busy } });
	for (const options of [{ method: "GET" }, { method: "PUT", body: { busy: [] } }, { method: "DELETE" }])
		expectProblem(await call(404, foreign, { key: studio.key, ...options }), foreign, "resource_not_found");
	const { key: reader } = await newKey(studio.id, { scopes: ["read:artists"] });
	await put(200, { busy });
	await call(200, path, { key: reader });
	for (const options of [{ method: "PUT", body: { busy } }, { method: "DELETE" }])
		expect((await call(403, path, { key: reader, ...options })).body.code).toBe("insufficient_scope");
});

it("has the artist's version: a demanded one is checked, a reading of the file makes another state of it", async () => {
	server.answers(url, () => new Response(ics(...event("DTSTART:20270302T120000Z", "DURATION:PT1H"))));
	const tag = (await put(200, { ics_url: url })).headers.get("ETag") ?? "";
	expect((await ask(304, "GET", { headers: { "If-None-Match": tag } })).text).toBe("");
	advance(16 * 60);
	await readDue();
	const read = await ask(200, "GET", { headers: { "If-None-Match": tag } });
	expect(read.headers.get("ETag")).not.toBe(tag);
	await put(200, { busy }, { headers: { "If-Match": tag } });
	expect((await put(412, { busy: [] }, { headers: { "If-Match": tag } })).body.code).toBe("precondition_failed");
	expect(await busyOf()).toHaveLength(1);
});

it("of changes that demand one version one is made, and of others none is lost in silence", async () => {
	const tag = (await put(200, { busy })).headers.get("ETag") ?? "";
	const times = ["14", "15", "16", "17"].map((hour) => [{ start_at: at(`${hour}:00`), end_at: at(`${hour}:30`) }]);
	const race = (headers: Record<string, string>) =>
		Promise.all(times.map((busy) => send(path, { key: studio.key, method: "PUT", body: { busy }, headers })));
	expect((await race({ "If-Match": tag })).filter(({ status }) => status === 200)).toHaveLength(1);
	for (const { status, body } of await race({})) expect(status === 200 || body.code === "conflict").toBe(true);
	expect(await busyOf()).toHaveLength(1);
});

it("the same again changes nothing, and a dry run keeps nothing", async () => {
	const before = await put(200, { busy });
	const artist = await call(200, `/v1/artists/${studio.artistId}`, { key: studio.key });
	advance(5);
	expect((await put(200, { busy })).text).toBe(before.text);
	const dry = { headers: { "Service-Dry-Run": "true" } };
	expect((await put(200, { busy: [] }, dry)).body.busy_count).toBe(0);
	await ask(200, "DELETE", dry);
	expect((await ask(200, "GET")).text).toBe(before.text);
	const after = await call(200, `/v1/artists/${studio.artistId}`, { key: studio.key });
	expect(after.headers.get("ETag")).toBe(artist.headers.get("ETag"));
});

it("another artist's calendar stays", async () => {
	const other = await newArtist(studio.key);
	await call(200, `/v1/artists/${other}/external_calendar`, { key: studio.key, method: "PUT", body: { busy } });
	await put(200, { busy });
	await ask(200, "DELETE");
	expect((await call(200, `/v1/artists/${other}/external_calendar`, { key: studio.key })).body.busy_count).toBe(1);
});
