import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ideaPatch } from "../src/domain/clients/ideas/schema.ts";
import { catalogue } from "../src/domain/events/catalogue/catalogue.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { largestBody } from "./support/largest-body.ts";
import { recordsOf } from "./support/records.ts";
import { newArtist, newClient } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: an idea as JSON
type Json = any;

let world: Tenant;
let other: Tenant;
let clientId: string;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
	clientId = await newClient(world.key);
});

beforeEach(() => advance(60));

const { create, get, patch, act, eventsOf, typesOf, actionsOn } = recordsOf({
	path: "/v1/ideas",
	key: () => world.key,
	least: () => ({ client_id: clientId, subject: "Fern" }),
	idInEvents: "ideaId",
});

const defaults = {
	artist_id: null,
	stage: "NEW",
	source_type: "API",
	btt_status: "NONE",
	archived: false,
	archived_at: null,
	form_submission_id: null,
	description: null,
	body_part: null,
	placement: null,
	placement_side: null,
	size: null,
	size_cm: null,
	style: null,
	styles: [],
	color_preference: null,
	colors: [],
	budget_min: null,
	budget_max: null,
	currency: null,
	reference_urls: [],
	is_cover_up: false,
	cover_up_description: null,
	is_touch_up: false,
	is_first_tattoo: false,
	skin_tone: null,
	health_notes: null,
	allergies: null,
	medications: null,
	is_pregnant_or_nursing: false,
	estimated_sessions: null,
	estimated_hours: null,
	quote_amount: null,
	quote_currency: null,
	quoted_at: null,
	deposit_amount: null,
	preferred_dates: [],
	availability_notes: null,
	deadline: null,
	internal_notes: null,
	tags: [],
	metadata: {},
};

const everything = {
	subject: "Fern 🌿",
	stage: "IN_REVIEW",
	source_type: "IMPORT",
	btt_status: "SENT",
	description: "One frond",
	body_part: "Forearm",
	placement: "Inside",
	placement_side: "LEFT",
	size: "a hand",
	size_cm: 15.5,
	style: "Botanical",
	styles: ["Botanical", "Fine line"],
	color_preference: "BLACK_AND_GREY",
	colors: ["green"],
	budget_min: 10_000,
	budget_max: 10_000,
	currency: "EUR",
	reference_urls: ["https://example.com/a.jpg"],
	is_cover_up: true,
	cover_up_description: "A name",
	is_touch_up: true,
	is_first_tattoo: true,
	skin_tone: "III",
	health_notes: "None",
	allergies: "Latex",
	medications: "None",
	is_pregnant_or_nursing: true,
	estimated_sessions: 2,
	estimated_hours: 4.5,
	quote_amount: 50_000,
	quote_currency: "EUR",
	quoted_at: "2026-03-01T10:00:00.000Z",
	deposit_amount: 5000,
	preferred_dates: ["2026-04-01"],
	availability_notes: "Fridays",
	deadline: "2026-05-01",
	internal_notes: "Nice",
	tags: ["plants"],
	metadata: { a_b: "1" },
};

describe("creating an idea", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const given = { ...everything, client_id: clientId, artist_id: await newArtist(world.key) };
		const { headers, body } = await call(201, "/v1/ideas", { key: world.key, body: given });
		expect(body).toEqual({
			object: "idea",
			id: expect.stringMatching(/^ide_[0-9a-f]{32}$/),
			...given,
			archived: false,
			archived_at: null,
			form_submission_id: null,
			picture_count: 0,
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(headers.get("Location")).toBe(`/v1/ideas/${body.id}`);
		expect(headers.has("Service-Ignored-Fields")).toBe(false);
		expect(await get(body.id)).toEqual(body);
	});

	it("needs a client and a subject, everything else has a default", async () => {
		const { id: _, created_at: __, updated_at: ___, ...idea } = await create();
		expect(idea).toEqual({ object: "idea", client_id: clientId, subject: "Fern", picture_count: 0, ...defaults });
	});

	it("emits idea.created as the catalogue has it, and is audited", async () => {
		const { id } = await create(everything);
		const [event, ...more] = await eventsOf(id);
		expect(more).toEqual([]);
		expect(event).toMatchObject({ type: "idea.created", data: { sourceType: "IMPORT", metadata: { a_b: "1" } } });
		expect(Object.keys(event.data).sort()).toEqual(Object.keys(catalogue["idea.created"].data.shape).sort());
		expect(await actionsOn(id)).toEqual(["idea.created"]);
	});

	it.each([
		["client_id", undefined],
		["client_id", null],
		["subject", undefined],
		["subject", " "],
		["stage", "new"],
		["source_type", "EMAIL"],
		["btt_status", null],
		["size_cm", -1],
		["budget_min", 1.5],
		["currency", "eur"],
		["reference_urls", ["javascript:alert(1)"]],
		["is_cover_up", "yes"],
		["estimated_sessions", 0.5],
		["quoted_at", "2026-03-01"],
		["preferred_dates", ["2026-02-30"]],
		["deadline", "soon"],
		["tags", [""]],
		["styles", null],
		["metadata", { a: 1 }],
	])("refuses %s %j, naming it", async (field, value) => {
		const body = { client_id: clientId, subject: "Fern", [field]: value };
		const answer = await call(400, "/v1/ideas", { key: world.key, body });
		expectProblem(answer, "/v1/ideas", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: expect.stringContaining(field) });
	});

	it("refuses clients and artists that are unknown or another tenant's, all alike", async () => {
		const theirs = { client_id: await newClient(other.key), artist_id: await newArtist(other.key) };
		const unknown = { client_id: newId("client", Date.now()), artist_id: newId("artist", Date.now()) };
		for (const [field, what] of [
			["client_id", "client"],
			["artist_id", "artist"],
		] as const)
			for (const value of [theirs[field], unknown[field], "nobody", ""]) {
				const body = { client_id: clientId, subject: "Fern", [field]: value };
				const answer = await call(400, "/v1/ideas", { key: world.key, body });
				expectProblem(answer, "/v1/ideas", "validation_error");
				expect(answer.body.errors).toEqual([{ location: "body", path: field, message: `names no ${what}` }]);
			}
	});

	it("refuses a budget that ends below its start, also where a PATCH makes it so", async () => {
		const body = { client_id: clientId, subject: "Fern", budget_min: 2, budget_max: 1 };
		const answer = await call(400, "/v1/ideas", { key: world.key, body });
		expectProblem(answer, "/v1/ideas", "validation_error");
		expect(answer.body.errors[0].path).toBe("budget_max");
		const { id } = await create({ budget_min: 2, budget_max: 2, currency: "EUR" });
		expect((await patch(400, id, { budget_min: 3 })).body.errors[0].path).toBe("budget_max");
		await patch(200, id, { budget_min: 3, budget_max: null });
	});
});

describe("changing an idea", () => {
	it("changes the fields that are sent and no other, says nothing and is audited", async () => {
		const before = await create(everything);
		advance(5);
		const { body: after } = await patch(200, before.id, { size_cm: null, subject: "Moss", colors: [] });
		expect(after).toEqual({ ...before, size_cm: null, subject: "Moss", colors: [], updated_at: after.updated_at });
		expect(after.updated_at > before.updated_at).toBe(true);
		expect(await get(before.id)).toEqual(after);
		expect(await typesOf(before.id)).toEqual(["idea.created"]);
		expect(await actionsOn(before.id)).toEqual(["idea.created", "idea.updated"]);
	});

	it.each([
		["an empty body", {}],
		["the values it has", { subject: "Fern", stage: "NEW", tags: ["a"], metadata: { y: "1", x: "2" } }],
		["what it has by default", { description: null, is_cover_up: false, styles: [] }],
		["only unknown properties", { colour: "A" }],
	])("does nothing with %s", async (_, body) => {
		const before = await create({ tags: ["a"], metadata: { x: "2", y: "1" } });
		advance(5);
		expect((await patch(200, before.id, body)).body).toEqual(before);
		expect(await actionsOn(before.id)).toEqual(["idea.created"]);
	});

	it("refuses null where a value must be", async () => {
		const { id } = await create();
		for (const field of ["client_id", "subject", "stage", "source_type", "btt_status", "tags", "is_cover_up"])
			expect((await patch(400, id, { [field]: null })).body.errors[0].path).toBe(field);
	});

	it("moves from any stage to any other, except from DONE and DECLINED only back to IN_REVIEW", async () => {
		const stages = ["NEW", "IN_REVIEW", "QUOTED", "APPROVED", "SCHEDULED", "DONE", "DECLINED"];
		for (const from of stages)
			for (const to of stages) {
				const { id } = await create({ stage: from });
				const final = ["DONE", "DECLINED"].includes(from);
				const allowed = !final || to === "IN_REVIEW" || to === from;
				const answer = await patch(allowed ? 200 : 409, id, { stage: to });
				if (allowed) expect(answer.body.stage).toBe(to);
				else expectProblem(answer, `/v1/ideas/${id}`, "conflict");
			}
	});

	it("emits idea.stage_changed, with what changed", async () => {
		const { id } = await create();
		await patch(200, id, { stage: "QUOTED", quote_amount: 5, quote_currency: "EUR" });
		const event = (await eventsOf(id)).at(-1);
		expect(event).toMatchObject({ type: "idea.stage_changed", data: { stage: "QUOTED" } });
		expect(event.data.changes).toEqual({
			stage: { old: "NEW", new: "QUOTED" },
			quoteAmount: { old: null, new: 5 },
			quoteCurrency: { old: null, new: "EUR" },
		});
		expect(Object.keys(event.data).sort()).toEqual(Object.keys(catalogue["idea.stage_changed"].data.shape).sort());
	});

	it("emits idea.transferred from one artist to another, not for the first nor for none", async () => {
		const [a, b] = [await newArtist(world.key), await newArtist(world.key)];
		const { id } = await create();
		await patch(200, id, { artist_id: a });
		await patch(200, id, { artist_id: null });
		await patch(200, id, { artist_id: a });
		expect(await typesOf(id)).toEqual(["idea.created"]);
		await patch(200, id, { artist_id: b, stage: "APPROVED" });
		expect(await typesOf(id)).toEqual(["idea.created", "idea.stage_changed", "idea.transferred"]);
		expect((await eventsOf(id)).at(-1).data.changes.artistId).toEqual({ old: a, new: b });
	});

	it("cannot reach another tenant's idea", async () => {
		const { id } = await create();
		await patch(404, id, { subject: "Mine" }, other.key);
		await act(404, id, "archive", other.key);
		await call(404, `/v1/ideas/${id}`, { key: other.key });
		await call(404, `/v1/ideas/${id}`, { method: "DELETE", key: other.key });
		await get(id);
	});

	it("loses no parallel PATCH in silence", async () => {
		const { id } = await create();
		const fields = ["description", "placement", "size", "style", "allergies"];
		const answers = await Promise.all(
			fields.map((field) => send(`/v1/ideas/${id}`, { method: "PATCH", key: world.key, body: { [field]: "set" } })),
		);
		const idea = await get(id);
		for (const [index, field] of fields.entries()) {
			const { status, body } = answers[index] as Answer;
			if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
			expect(idea[field]).toBe(status === 200 ? "set" : null);
		}
	});
});

it("a list by a tag has the ideas with exactly this tag, and follows each change of the tags", async () => {
	const ids = async (tag: string, of: Tenant = world) =>
		(await call(200, `/v1/ideas?tag=${encodeURIComponent(tag)}`, { key: of.key })).body.data.map(({ id }: Json) => id);
	const strange = 'a "b" % \'c';
	const { id } = await create({ tags: ["fern", "fern", strange] });
	const { id: second } = await create({ tags: ["fern"] });
	expect([await ids("fern"), await ids(strange), await ids("Fern"), await ids("fer"), await ids("")]).toEqual([
		[second, id],
		[id],
		[],
		[],
		[],
	]);
	expect(await ids("fern", other)).toEqual([]);
	await patch(200, id, { tags: ["rose", strange] });
	expect([await ids("fern"), await ids("rose"), await ids(strange)]).toEqual([[second], [id], [id]]);
	await patch(200, id, { subject: "Another" });
	expect(await ids("rose")).toEqual([id]);
	await patch(200, id, { tags: [] });
	await call(200, `/v1/ideas/${second}`, { method: "DELETE", key: world.key });
	expect([await ids("fern"), await ids("rose"), await ids(strange)]).toEqual([[], [], []]);
});

describe("archiving and deleting", () => {
	it("archives and brings back, without events, and twice is once", async () => {
		const { id } = await create();
		const { body } = await act(200, id, "archive");
		expect(body).toMatchObject({ archived: true, archived_at: body.updated_at });
		advance(5);
		expect((await act(200, id, "archive")).body).toEqual(body);
		expect((await act(200, id, "unarchive")).body).toMatchObject({ archived: false, archived_at: null });
		await act(200, id, "unarchive");
		expect(await typesOf(id)).toEqual(["idea.created"]);
		expect(await actionsOn(id)).toEqual(["idea.created", "idea.archived", "idea.unarchived"]);
	});

	it("deletes for good", async () => {
		const { id } = await create();
		const { body } = await call(200, `/v1/ideas/${id}`, { method: "DELETE", key: world.key });
		expect(body).toEqual({ object: "idea", id, deleted: true });
		await call(404, `/v1/ideas/${id}`, { key: world.key });
		await patch(404, id, {});
		expect(await actionsOn(id)).toEqual(["idea.created", "idea.deleted"]);
	});

	it("goes over with its client when clients are merged", async () => {
		const [target, source] = [await newClient(world.key), await newClient(world.key)];
		const { id } = await create({ client_id: source });
		await call(200, `/v1/clients/${target}/merge`, { key: world.key, body: { source_id: source } });
		expect((await get(id)).client_id).toBe(target);
	});
});
describe("listing ideas", () => {
	it("finds nothing for ids that are unknown or another tenant's", async () => {
		for (const query of [
			`client_id=${newId("client", 1)}`,
			`artist_id=${newId("artist", 1)}`,
			`artist_id=${await newArtist(other.key)}`,
		])
			expect((await call(200, `/v1/ideas?${query}`, { key: world.key })).body.data).toEqual([]);
	});

	it.each(["stage=new", "source_type=X", "btt_status=", "archived=1", "archived=TRUE"])("refuses %s", async (query) => {
		const answer = await send(`/v1/ideas?${query}`, { key: world.key });
		expectProblem(answer, "/v1/ideas", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "querystring", path: query.split("=")[0] });
	});

	it("binds the cursor to its filters", async () => {
		const { body } = await call(200, "/v1/ideas?archived=false&limit=1", { key: world.key });
		const path = `/v1/ideas?archived=true&limit=1&cursor=${body.next_cursor}`;
		expectProblem(await send(path, { key: world.key }), path, "invalid_cursor");
	});

	it("shows only the tenant's own", async () => {
		expect((await call(200, "/v1/ideas?archived=false", { key: other.key })).body.data).toEqual([]);
	});
});

it("the database itself refuses an idea of a client who is gone", async () => {
	const { id } = await newWorld();
	const insert = database.prepare(
		`INSERT INTO ideas (id, tenant_id, client_id, subject, stage, source_type, btt_status, created_at, updated_at)
		VALUES ('ide_x', ?, 'cli_gone', 'x', 'NEW', 'API', 'NONE', 1, 1)`,
	);
	await expect(insert.bind(id).run()).rejects.toThrow("gone");
});

it("an idea of the longest texts that JSON must escape changes its stage", async () => {
	const { key } = await newWorld();
	const { body: idea } = await call(201, "/v1/ideas", {
		key,
		body: { client_id: await newClient(key), subject: "Fern" },
	});
	const longest = Object.entries(largestBody(ideaPatch)).filter(
		(entry): entry is [string, string] => typeof entry[1] === "string" && /^日{150,}$/.test(entry[1]),
	);
	const path = `/v1/ideas/${idea.id}`;
	const filled = (letter: string, from: number, to: number) =>
		Object.fromEntries(longest.slice(from, to).map(([name, text]) => [name, letter.repeat(text.length)]));
	const half = Math.floor(longest.length / 2);
	for (const letter of ["\u0001", "\u0002"]) {
		for (const [from, to] of [
			[0, half],
			[half, longest.length],
		] as const)
			await call(200, path, { key, method: "PATCH", body: filled(letter, from, to) });
	}
	const body = { stage: "QUOTED", ...filled("\u0003", 0, longest.length - 3) };
	expect((await call(200, path, { key, method: "PATCH", body })).body.stage).toBe("QUOTED");
});
