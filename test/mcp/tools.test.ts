import { beforeAll, describe, expect, it, vi } from "vitest";
import { whatToDo } from "../../src/api/mcp/outcome/what-to-do.ts";
import { requests } from "../../src/platform/problems/requests.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";
import { agreed, callTool, post, preview, refused, request, use } from "./mcp.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio({ artist: { name: "Mika Sørensen" }, client: { first_name: "Kai", last_name: "Sato" } });
});

describe("read", () => {
	it("answers what /v1 answers", async () => {
		const path = `/v1/clients/${studio.clientId}`;
		const { body, headers } = await call(200, path, { key: studio.key });
		const { structuredContent, _meta } = await callTool(studio.key, "read", {
			operation_id: "getClient",
			path: { client_id: studio.clientId },
		});
		expect(structuredContent).toEqual(body);
		expect(_meta["tattoo-studio/facts"].etag).toBe(headers.get("ETag"));
	});

	it("takes the parameters of a list by name", async () => {
		const { data } = await use(studio.key, "read", { operation_id: "listClients", query: { q: "Sato", limit: 1 } });
		expect(data.map((one: { id: string }) => one.id)).toEqual([studio.clientId]);
	});

	it("shows that an empty page has more, and goes on with its cursor", async () => {
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
				INSERT INTO leads (id, tenant_id, first_name, stage, archived, created_at, updated_at)
				SELECT 'led_' || printf('%032x', i), ?1, 'Noor', 'NEW', i = 1, i, i FROM n`,
			)
			.bind(studio.id)
			.run();
		const page = (cursor: string) =>
			use(studio.key, "read", { operation_id: "listLeads", query: { archived: "true", cursor } });
		const { data, has_more, next_cursor } = await page("");
		expect([data, has_more]).toEqual([[], true]);
		expect((await page(next_cursor)).data).toHaveLength(1);
	});
});

describe("a change", () => {
	it("is previewed, and applied once", async () => {
		const body = {
			artist_id: studio.artistId,
			client_id: studio.clientId,
			event_type_id: studio.typeId,
			start_at: at("10:00"),
		};
		const previewed = await preview(studio.key, "createAppointment", { body });
		expect(previewed).toMatchObject({ status: 201, events: ["appointment.created"], mails: [] });
		expect(previewed.summary).toContain(
			"Books “Kai Sato” with “Mika Sørensen”: Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1).",
		);
		const list = () => call(200, `/v1/appointments?client_id=${studio.clientId}`, { key: studio.key });
		expect((await list()).body.data).toEqual([]);
		const applied = await use(studio.key, "apply_change", agreed(previewed));
		const again = await use(studio.key, "apply_change", agreed(previewed));
		expect(again).toEqual(applied);
		expect((await list()).body.data).toEqual([applied]);
	});

	it("is refused with what to do next", async () => {
		const body = {
			artist_id: studio.artistId,
			client_id: studio.clientId,
			event_type_id: studio.typeId,
			start_at: at("03:00"),
		};
		const said = await refused(studio.key, "preview_change", { operation_id: "createAppointment", body });
		expect(said).toMatchObject({ code: "slot_unavailable", status: 409 });
		expect(said.suggested_slots.length).toBeGreaterThan(0);
		expect(said.what_to_do).toContain("offer suggested_slots");
	});
});

describe("what to do after a refusal is said in terms of the tools", () => {
	it.each([
		["apply_change", { preview: `prv_${"0".repeat(32)}`, summary: "x" }, "Preview the change again"],
		["apply_change", { preview: "forged", summary: "x" }, "Preview the change again"],
		["read", { operation_id: "getNothing" }, "find_operations"],
		["read", { operation_id: "getClient", path: { client_id: `cli_${"0".repeat(32)}` } }, "Read the list"],
		["read", { operation_id: "listClients", query: { cursor: "AAAA" } }, "without a cursor"],
		["preview_change", { operation_id: "createClient", body: {} }, "describe_operation"],
	])("%s %j", async (name, given, words) => {
		expect((await refused(studio.key, name, given)).what_to_do).toContain(words);
	});

	it.each(Object.keys(requests).filter((code) => code !== "rate_limit_exceeded"))("%s", (code) => {
		expect(whatToDo(code)).toMatch(/^[A-Z].*\.$/);
		expect(whatToDo(code)).not.toMatch(/`|Idempotency-Key|If-Match|ETag|Retry-After|tenant|send it/);
	});
});

it("free times are found by the names of people and services", async () => {
	const found = await use(studio.key, "free_times", {
		artist: "mika",
		event_type: "tattoo",
		from: "2027-03-03",
		to: "2027-03-04",
	});
	expect(found.artist).toEqual({ id: studio.artistId, name: "Mika Sørensen", timezone: "Europe/Berlin" });
	expect(found.times[0]).toEqual({
		start_at: "2027-03-03T09:00:00.000Z",
		end_at: "2027-03-03T10:00:00.000Z",
		local: "Wed, 3 Mar 2027, 10:00",
	});
});

it("an operation is found by the words of people", async () => {
	const found = async (query: string) =>
		(await use(studio.key, "find_operations", { query })).operations.map(
			(one: { operation_id: string }) => one.operation_id,
		);
	expect((await found("move an appointment")).slice(0, 3)).toContain("updateAppointment");
	expect((await found("book an appointment")).slice(0, 3)).toContain("createAppointment");
	expect((await found("resend a webhook")).slice(0, 5)).toContain("replayDelivery");
	expect((await found("take a day off")).slice(0, 5)).toContain("createTimeBlock");
	expect((await found("the artist is sick")).slice(0, 5)).toContain("createTimeBlock");
	expect((await found("upload a photo of an idea"))[0]).toBe("createIdeaPicture");
	for (const question of ["what was the 404", "the 422s of yesterday", "list requests errors"])
		expect((await found(question)).slice(0, 2), question).toContain("listRequests");
	expect((await found("undo a change")).slice(0, 2).sort()).toEqual(["getAuditEntry", "listAuditLog"]);
	for (const question of ["who am I", "my account", "our plan"]) expect((await found(question))[0]).toBe("getMe");
});

it("a description tells what an operation needs", async () => {
	const described = await use(studio.key, "describe_operation", { operation_id: "createAppointment" });
	expect(described.body.required).toEqual(["artist_id", "client_id", "start_at"]);
	expect(described.errors).toContain("slot_unavailable");
	expect(described.errors).not.toContain("missing_api_key");
	expect(described.answer_example).toBeUndefined();
	const read = await use(studio.key, "describe_operation", { operation_id: "getAppointment" });
	expect(read.answer_example.object).toBe("appointment");
});

it("an answer tells the round trips of the requests that the tool sent", async () => {
	const given = request("tools/call", { name: "read", arguments: { operation_id: "listClients" } });
	await post(given, studio.key);
	const { headers } = await post(given, studio.key);
	expect(headers.get("Server-Timing")).toMatch(/^gate;dur=[\d.]+;desc="1", db;dur=[\d.]+;desc="1"$/);
});

it("the log and the list of requests have a line for each request of /v1, and none for the call beside it", async () => {
	const logged: { request_id: string; operation_id: string; route: string }[] = [];
	const id = crypto.randomUUID();
	const log = vi.spyOn(console, "log").mockImplementation((line) => logged.push(JSON.parse(String(line))));
	const given = request("tools/call", { name: "read", arguments: { operation_id: "getMe" } });
	await post({ ...given, headers: { ...given.headers, "X-Request-ID": id } }, studio.key);
	await post(
		{ ...request("tools/list"), headers: { ...request("tools/list").headers, "X-Request-ID": `${id}-2` } },
		studio.key,
	);
	log.mockRestore();
	const lines = logged.filter(({ request_id }) => request_id?.startsWith(id));
	expect(lines.map(({ operation_id, route }) => [operation_id, route])).toEqual([
		["getMe", "/v1/me"],
		["mcp", "/mcp"],
	]);
});

it("a tool refuses an argument that it does not know", async () => {
	for (const [name, given] of [
		["find_operations", { query: "x" }],
		["describe_operation", { operation_id: "getMe" }],
		["read", { operation_id: "getMe" }],
		["free_times", { artist: "a", event_type: "b" }],
		["preview_change", { operation_id: "createLead" }],
	] as const) {
		const { code, detail } = await refused(studio.key, name, { ...given, limmit: 3 });
		expect([code, detail]).toEqual(["validation_failed", expect.stringContaining("must not have limmit")]);
	}
});

describe("the fields of a read", () => {
	it("are those that were named, and id and object", async () => {
		const path = { client_id: studio.clientId };
		const named = (operation_id: string, fields: string[], more: object = {}) =>
			use(studio.key, "read", { operation_id, fields, ...more });
		expect(await named("getClient", ["last_name"], { path })).toEqual({
			object: "client",
			id: studio.clientId,
			last_name: "Sato",
		});
		const list = await named("listClients", ["email"], { query: { limit: 1 } });
		expect(Object.keys(list)).toEqual(["object", "data", "has_more", "next_cursor"]);
		expect(Object.keys(list.data[0]).sort()).toEqual(["email", "id", "object"]);
		const bare = await named("listTriggeredNewClient", ["firstName"]);
		expect(Object.keys(bare.data[0]).sort()).toEqual(["firstName", "id"]);
	});

	it("are refused with the known ones", async () => {
		for (const name of ["emial", "constructor", "__proto__", "address.city"]) {
			const { code, errors } = await refused(studio.key, "read", {
				operation_id: "listClients",
				fields: ["email", name],
			});
			expect(code).toBe("validation_error");
			expect(errors[0].message).toMatch(/^\S+: a record of listClients has .*email, first_name/);
		}
		expect((await refused(studio.key, "read", { operation_id: "listClients", fields: [] })).code).toBe(
			"validation_failed",
		);
	});
});

it("free times are five, or as many as limit says, with their duration", async () => {
	const times = async (given: object) =>
		use(studio.key, "free_times", { artist: "mika", event_type: "tattoo", ...given });
	expect(await times({})).toMatchObject({ duration_minutes: 60, has_more: true, times: { length: 5 } });
	expect((await times({ limit: 1 })).times.length).toBe(1);
	expect((await times({ limit: 100 })).times.length).toBe(100);
	for (const limit of [0, 101, 1.5, "5"])
		expect((await refused(studio.key, "free_times", { artist: "a", event_type: "b", limit })).code).toBe(
			"validation_failed",
		);
});

it.each([
	["no-show fee", "chargeCancellationFee"],
	["charge a late cancellation fee", "chargeCancellationFee"],
	["mark a no-show", "updateAppointment"],
	["block a client", "updateClient"],
	["block time for a holiday", "createTimeBlock"],
	["client wants to opt out", "updateClient"],
	["walk-in", "createAppointment"],
	["touch-up", "listEventTypes"],
	["deposit", "updateDeposit"],
	["undo a change", "listAuditLog"],
	["signed waivers", "listAllFormSubmissions"],
])("an operation is found by the words of the trade, without padding: %s", async (query, wanted) => {
	const { operations } = await use(studio.key, "find_operations", { query });
	expect(operations.map((one: { operation_id: string }) => one.operation_id)).toContain(wanted);
	expect(operations.length).toBeLessThanOrEqual(6);
});

it("nothing is found for words that fit nothing, and values are told with the names", async () => {
	expect(await use(studio.key, "find_operations", { query: "zzz" })).toEqual({ operations: [], more: false });
	const { operations } = await use(studio.key, "find_operations", { query: "create lead" });
	expect(operations[0]).toMatchObject({ operation_id: "createLead", required: ["first_name"] });
	expect(operations[0].body).toContain("stage: NEW | CONTACTED | QUALIFIED | BOOKED | LOST");
});
