import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "../src/domain/events/catalogue/catalogue.ts";
import type { PublicEventType } from "../src/platform/db/tables/data/events.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { ask, envWithFaults } from "./cross-database/faults.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { recordsOf } from "./support/records.ts";
import { newArtist, newClient } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a lead as JSON
type Json = any;

let world: Tenant;
let other: Tenant;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
});

beforeEach(() => advance(60));

let made = 0;
const newEmail = () => `lead-${++made}@example.com`;

const { create, get, patch, act, eventsOf, typesOf, actionsOn } = recordsOf({
	path: "/v1/leads",
	key: () => world.key,
	least: () => ({ first_name: "Noor" }),
	idInEvents: "leadId",
});

const everything = {
	first_name: "Noor",
	last_name: "Haddad",
	email: "noor@example.com",
	phone: "+49 30 5550142",
	message: "A fern 🌿",
	source: "instagram",
	stage: "CONTACTED",
	preferred_communication: "WHATSAPP",
	budget_range_min: 100.5,
	budget_range_max: 100.5,
	metadata: { a_b: "1" },
};
const unset = {
	archived: false,
	archived_at: null,
	client_id: null,
	converted_at: null,
	form_submission_id: null,
	picture_count: 0,
};

describe("creating a lead", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const given = { ...everything, assigned_artist_id: await newArtist(world.key) };
		const { headers, body } = await call(201, "/v1/leads", { key: world.key, body: given });
		expect(body).toEqual({
			object: "lead",
			id: expect.stringMatching(/^led_[0-9a-f]{32}$/),
			...given,
			...unset,
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(headers.get("Location")).toBe(`/v1/leads/${body.id}`);
		expect(await get(body.id)).toEqual(body);
		expect(await typesOf(body.id)).toEqual(["lead.created"]);
		expect(await actionsOn(body.id)).toEqual(["lead.created"]);
	});

	it("needs a first name, everything else has a default", async () => {
		const { id: _, created_at: __, updated_at: ___, ...lead } = await create();
		expect(lead).toEqual({
			object: "lead",
			...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
			first_name: "Noor",
			stage: "NEW",
			metadata: {},
			assigned_artist_id: null,
			...unset,
		});
	});

	it.each([
		["first_name", undefined],
		["first_name", " "],
		["email", "noor"],
		["email", ""],
		["stage", "new"],
		["stage", null],
		["preferred_communication", "PIGEON"],
		["budget_range_min", -1],
		["budget_range_max", "100"],
		["metadata", { a: 1 }],
	])("refuses %s %j, naming it", async (field, value) => {
		const answer = await call(400, "/v1/leads", { key: world.key, body: { first_name: "Noor", [field]: value } });
		expectProblem(answer, "/v1/leads", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: expect.stringContaining(field) });
	});

	it("refuses an artist that is unknown or another tenant's, all alike", async () => {
		for (const assigned_artist_id of [newId("artist", Date.now()), await newArtist(other.key), "nobody", ""]) {
			const body = { first_name: "Noor", assigned_artist_id };
			const answer = await call(400, "/v1/leads", { key: world.key, body });
			expectProblem(answer, "/v1/leads", "validation_error");
			expect(answer.body.errors).toEqual([
				{ location: "body", path: "assigned_artist_id", message: "names no artist" },
			]);
		}
	});

	it("refuses a budget that ends below its start, also where a PATCH makes it so", async () => {
		const body = { first_name: "Noor", budget_range_min: 2, budget_range_max: 1 };
		const answer = await call(400, "/v1/leads", { key: world.key, body });
		expectProblem(answer, "/v1/leads", "validation_error");
		expect(answer.body.errors[0].path).toBe("budget_range_max");
		const { id } = await create({ budget_range_min: 0, budget_range_max: 0 });
		expect((await patch(400, id, { budget_range_min: 1 })).body.errors[0].path).toBe("budget_range_max");
	});
});

describe("changing a lead", () => {
	it("emits nothing for other edits, which are audited, and nothing at all where nothing changed", async () => {
		const { id } = await create();
		const { body } = await patch(200, id, { message: "Moss" });
		advance(5);
		expect((await patch(200, id, { message: "Moss", stage: "NEW", nickname: "N" })).body).toEqual(body);
		expect(await typesOf(id)).toEqual(["lead.created"]);
		expect(await actionsOn(id)).toEqual(["lead.created", "lead.updated"]);
	});

	it("emits what happened, both where both did, as the catalogue has it", async () => {
		const [a, b] = [await newArtist(world.key), await newArtist(world.key)];
		const { id } = await create();
		await patch(200, id, { assigned_artist_id: a });
		await patch(200, id, { assigned_artist_id: null });
		await patch(200, id, { assigned_artist_id: b, stage: "QUALIFIED" });
		await act(200, id, "archive");
		const events = await eventsOf(id);
		expect(events.map(({ type }) => type)).toEqual([
			"lead.created",
			"lead.assigned",
			"lead.stage_changed",
			"lead.assigned",
			"lead.archived",
		]);
		for (const { type, data } of events)
			expect(Object.keys(data).sort()).toEqual(Object.keys(catalogue[type as PublicEventType].data.shape).sort());
		expect(events[3].data.changes).toEqual({
			assignedArtistId: { old: null, new: b },
			stage: { old: "NEW", new: "QUALIFIED" },
		});
	});

	it("archives and brings back, and twice is once", async () => {
		const { id } = await create();
		// A change in the millisecond of the one before is dated one millisecond later.
		advance(5);
		const { body } = await act(200, id, "archive");
		expect(body).toMatchObject({ archived: true, archived_at: body.updated_at });
		advance(5);
		expect((await act(200, id, "archive")).body).toEqual(body);
		expect((await act(200, id, "unarchive")).body).toMatchObject({ archived: false, archived_at: null });
		expect(await typesOf(id)).toEqual(["lead.created", "lead.archived"]);
		expect(await actionsOn(id)).toEqual(["lead.created", "lead.archived", "lead.unarchived"]);
	});

	it("deletes for good", async () => {
		const { id } = await create();
		const { body } = await call(200, `/v1/leads/${id}`, { method: "DELETE", key: world.key });
		expect(body).toEqual({ object: "lead", id, deleted: true });
		await call(404, `/v1/leads/${id}`, { key: world.key });
		expect(await actionsOn(id)).toEqual(["lead.created", "lead.deleted"]);
	});

	it("cannot reach another tenant's lead", async () => {
		const { id } = await create({ email: newEmail() });
		await patch(404, id, { first_name: "Eve" }, other.key);
		for (const verb of ["archive", "unarchive", "convert"]) await act(404, id, verb, other.key);
		await call(404, `/v1/leads/${id}`, { method: "DELETE", key: other.key });
		await get(id);
	});
});

describe("converting a lead", () => {
	it("makes a client of what the lead tells, once", async () => {
		const lead = await create({ ...everything, email: newEmail(), assigned_artist_id: await newArtist(world.key) });
		const { body } = await act(200, lead.id, "convert");
		expect(body).toMatchObject({ object: "lead", id: lead.id, stage: "BOOKED", converted_at: body.updated_at });
		const { body: client } = await call(200, `/v1/clients/${body.client_id}`, { key: world.key });
		for (const name of ["first_name", "last_name", "email", "phone", "source", "assigned_artist_id"])
			expect(client[name], name).toBe(lead[name]);
		advance(5);
		expect((await act(200, lead.id, "convert")).body).toEqual(body);
		expect(await typesOf(lead.id)).toEqual(["lead.created", "lead.stage_changed"]);
		expect(await actionsOn(lead.id)).toEqual(["lead.created", "lead.converted"]);
		expect(await actionsOn(client.id)).toEqual(["client.created"]);
	});

	it("reuses the client who has the email in any case, and says nothing of a stage that stays", async () => {
		const email = newEmail();
		const client = await newClient(world.key, { email: email.toUpperCase() });
		const { id } = await create({ email, stage: "BOOKED" });
		expect((await act(200, id, "convert")).body.client_id).toBe(client);
		expect(await typesOf(id)).toEqual(["lead.created"]);
	});

	const submitted = async (email: string) => {
		const field = { key: "email", label: "Email", type: "email" };
		const form = { name: "Enquiry", fields: [field], creates: "LEAD", links_client: true };
		const { id } = (await call(201, "/v1/forms", { key: world.key, body: form })).body;
		const body = { submission_data: { email } };
		return (await call(201, `/v1/forms/${id}/submissions`, { key: world.key, body })).body;
	};

	it("keeps the client whom it names already, also with another email and with none", async () => {
		for (const email of [newEmail(), null]) {
			const { lead_id, client_id } = await submitted(newEmail());
			expect((await get(lead_id)).client_id).toBe(client_id);
			await patch(200, lead_id, { email });
			expect((await act(200, lead_id, "convert")).body).toMatchObject({ client_id, stage: "BOOKED" });
		}
	});

	it("whose client was deleted gets the one with its email", async () => {
		const email = newEmail();
		const { lead_id, client_id } = await submitted(email);
		await call(200, `/v1/clients/${client_id}`, { key: world.key, method: "DELETE" });
		const holder = await newClient(world.key, { email });
		expect((await act(200, lead_id, "convert")).body.client_id).toBe(holder);
	});

	it("takes the client whom another request makes after its email was looked up", async () => {
		const email = newEmail();
		const { id } = await create({ email });
		let holder: Promise<string> | undefined;
		const bindings = envWithFaults(async (_, run, sql) => {
			const found = await run();
			if (!sql.some((text) => text.includes("email_key"))) return found;
			holder ??= newClient(world.key, { email });
			await holder;
			return found;
		});
		const answer = await ask(bindings, `/v1/leads/${id}/convert`, { key: world.key, method: "POST" });
		await answer.over;
		expect([answer.status, answer.body.client_id]).toEqual([200, await holder]);
	});

	it("needs an email", async () => {
		const { id } = await create();
		const answer = await act(400, id, "convert");
		expectProblem(answer, `/v1/leads/${id}/convert`, "validation_error");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: "email" });
	});

	it("makes one client of leads with one email and of parallel requests", async () => {
		const email = newEmail();
		const leads = await Promise.all([email, email.toUpperCase(), email].map((one) => create({ email: one })));
		const answers = await Promise.all(
			[...leads, ...leads].map(({ id }, index) =>
				send(`/v1/leads/${id}/convert`, {
					method: "POST",
					key: world.key,
					headers: index % 2 ? { "Idempotency-Key": `convert-${id}-${index}` } : {},
				}),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		expect(new Set(answers.map(({ body }) => body.client_id)).size).toBe(1);
		const { body } = await call(200, `/v1/clients?email=${email}`, { key: world.key });
		expect(body.data).toHaveLength(1);
		for (const { id } of leads) expect(await typesOf(id)).toEqual(["lead.created", "lead.stage_changed"]);
	});

	it("follows its client when clients are merged", async () => {
		const { id } = await create({ email: newEmail() });
		const source = (await act(200, id, "convert")).body.client_id;
		const target = await newClient(world.key);
		await call(200, `/v1/clients/${target}/merge`, { key: world.key, body: { source_id: source } });
		expect((await get(id)).client_id).toBe(target);
	});
});

describe("listing leads", () => {
	it("combines its filters, with paging and with updated_since", async () => {
		const lister = await newWorld();
		const artist = await newArtist(lister.key);
		const all: Json[] = [];
		for (let n = 0; n < 24; n++) {
			const given = { stage: n % 3 ? "NEW" : "LOST", source: n % 2 ? "web" : "shop" };
			const lead = await create({ ...given, ...(n % 4 < 2 ? { assigned_artist_id: artist } : {}) }, lister.key);
			all.unshift(n % 5 ? lead : (await act(200, lead.id, "archive", lister.key)).body);
		}
		const since = all[11].updated_at;
		const filters = [
			["stage", "NEW"],
			["assigned_artist_id", artist],
			["source", "web"],
			["archived", "false"],
		] as const;
		for (let bits = 0; bits < 16; bits++)
			for (const updated_since of [undefined, since]) {
				const wanted = filters.filter((_, index) => bits & (1 << index));
				const query = new URLSearchParams([...wanted.map((pair) => [...pair]), ["limit", "4"]]);
				if (updated_since) query.set("updated_since", updated_since);
				const found = (await readAllPages(`/v1/leads?${query}`, lister.key)).flat();
				const expected = all
					.filter((lead) => wanted.every(([name, value]) => String(lead[name]) === value))
					.filter((lead) => !updated_since || lead.updated_at >= updated_since);
				expect(found).toEqual(expected);
			}
		expect((await call(200, "/v1/leads", { key: other.key })).body.data).toEqual([]);
		expect(
			(await call(200, `/v1/leads?assigned_artist_id=${newId("artist", Date.now())}`, { key: lister.key })).body.data,
		).toEqual([]);
	});

	it.each(["stage=new", "archived=1"])("refuses %s", async (query) => {
		expectProblem(await send(`/v1/leads?${query}`, { key: world.key }), "/v1/leads", "validation_failed");
	});
});
