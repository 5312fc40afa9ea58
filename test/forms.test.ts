import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { overtaken, rows } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { recordsOf } from "./support/records.ts";
import { newStudio } from "./support/studio.ts";
import { newKey, newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a form as JSON
type Json = any;

let world: Tenant;
let other: Tenant;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
});

beforeEach(() => advance(60));

const placement = { key: "placement", label: "Where?", type: "text" };
const asShown = { ...placement, required: false, options: [] };

const { create, get, patch, remove, actionsOn } = recordsOf({
	path: "/v1/forms",
	key: () => world.key,
	least: () => ({ name: "Intake", fields: [placement] }),
	idInEvents: "formId",
});
const refused = (body: object): Promise<Answer> =>
	call(400, "/v1/forms", { key: world.key, body: { name: "Intake", fields: [placement], ...body } });
const submit = (status: number, id: string, body: object = { submission_data: {} }): Promise<Answer> =>
	call(status, `/v1/forms/${id}/submissions`, { key: world.key, body });

const everything = {
	name: "Tattoo request",
	kind: "INTAKE",
	description: "Tell us 🖋",
	fields: [
		{ key: "first_name", label: "First name", type: "text", required: true, options: [] },
		{ key: "email", label: "Email", type: "email", required: true, options: [] },
		{ key: "size", label: "Size", type: "select", required: false, options: ["S", "L"] },
		{ key: "styles", label: "Styles", type: "multi_select", required: false, options: ["Fine line", "Ornament"] },
	],
	is_active: false,
	creates: "LEAD",
	links_client: true,
	metadata: { crm: "42" },
};

describe("creating a form", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const answer = await call(201, "/v1/forms", { key: world.key, body: everything });
		expect(answer.body).toEqual({
			object: "form",
			id: expect.stringMatching(/^frm_[0-9a-f]{32}$/),
			...everything,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			updated_at: answer.body.created_at,
		});
		expect(answer.headers.get("Location")).toBe(`/v1/forms/${answer.body.id}`);
		expect((await call(200, answer.headers.get("Location") ?? "", { key: world.key })).body).toEqual(answer.body);
		expect(await actionsOn(answer.body.id)).toEqual(["form.created"]);
	});

	it("needs a name and fields, everything else has a default", async () => {
		const { id: _, created_at: __, updated_at: ___, ...form } = await create();
		expect(form).toEqual({
			object: "form",
			name: "Intake",
			kind: "CUSTOM",
			description: null,
			fields: [asShown],
			is_active: true,
			creates: null,
			links_client: false,
			metadata: {},
		});
	});

	it("emits no event", async () => {
		const tenant = await newWorld();
		const { id } = await create({}, tenant.key);
		await call(200, `/v1/forms/${id}`, { method: "PATCH", key: tenant.key, body: { name: "B" } });
		await call(200, `/v1/forms/${id}`, { method: "DELETE", key: tenant.key });
		expect((await call(200, "/v1/events", { key: tenant.key })).body.data).toEqual([]);
	});

	it("stays while an event type names it", async () => {
		const { key, id: tenantId, artistId } = await newStudio();
		const form = await create({}, key);
		const path = `/v1/forms/${form.id}`;
		const body = { artist_id: artistId, name: "A", slug: "a", kind: "TATTOO", duration_minutes: 60 };
		const named = { ...body, consent_form_id: form.id };
		const made = await operate(201, `/admin/tenants/${tenantId}/event_types`, { body: named });
		expect((await call(409, path, { method: "DELETE", key })).body.code).toBe("conflict");
		const address = `/admin/event_types/${made.body.id}`;
		await operate(200, address, { method: "PATCH", body: { consent_form_id: null } });
		const init = { method: "DELETE", headers: { Authorization: `Bearer ${key}` } };
		const again = { method: "PATCH", body: { intake_form_id: form.id } };
		expect((await overtaken(() => operate(200, address, again), path, init)).status).toBe(409);
		await call(200, path, { key });
	});

	it("is made once under an Idempotency-Key", async () => {
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const body = { name: "Once", fields: [placement] };
		const first = await call(201, "/v1/forms", { key: world.key, body, headers });
		const second = await call(201, "/v1/forms", { key: world.key, body, headers });
		expect(second.body).toEqual(first.body);
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
	});

	it.each([
		["name", "", "name"],
		["name", " ", "name"],
		["name", null, "name"],
		["name", "a".repeat(201), "name"],
		["name", "a\0", "name"],
		["kind", "intake", "kind"],
		["kind", null, "kind"],
		["description", "a".repeat(10_001), "description"],
		["fields", [], "fields"],
		["fields", null, "fields"],
		["fields", {}, "fields"],
		["fields", Array.from({ length: 101 }, (_, n) => ({ ...placement, key: `k${n}` })), "fields"],
		["fields", [placement, "text"], "fields.1"],
		["fields", [{ ...placement, key: "Placement" }], "fields.0.key"],
		["fields", [{ ...placement, key: "1st" }], "fields.0.key"],
		["fields", [{ ...placement, key: "_a" }], "fields.0.key"],
		["fields", [{ ...placement, key: "a-b" }], "fields.0.key"],
		["fields", [{ ...placement, key: "a\n" }], "fields.0.key"],
		["fields", [{ ...placement, key: "" }], "fields.0.key"],
		["fields", [{ ...placement, key: "__proto__" }], "fields.0.key"],
		["fields", [{ ...placement, key: "a".repeat(65) }], "fields.0.key"],
		["fields", [{ ...placement, label: "" }], "fields.0.label"],
		["fields", [{ key: "a", type: "text" }], "fields.0.label"],
		["fields", [{ ...placement, type: "password" }], "fields.0.type"],
		["fields", [{ ...placement, required: "yes" }], "fields.0.required"],
		["fields", [{ ...placement, type: "select", options: ["a", 1] }], "fields.0.options.1"],
		["fields", [{ ...placement, type: "select", options: ["a", ""] }], "fields.0.options.1"],
		["fields", [{ ...placement, type: "select", options: "a" }], "fields.0.options"],
		["is_active", "true", "is_active"],
		["is_active", null, "is_active"],
		["creates", "CLIENT", "creates"],
		["links_client", 1, "links_client"],
		["metadata", { a: 1 }, "metadata.a"],
	])("refuses %s %j, naming it", async (field, value, path) => {
		const answer = await refused({ [field]: value });
		expectProblem(answer, "/v1/forms", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path });
	});

	const select = { ...placement, type: "select", options: ["a", "b"] };
	it.each([
		["a key twice", [placement, { ...placement, key: "other" }, placement], ["fields.2.key"]],
		["a select without options", [{ ...select, options: [] }], ["fields.0.options"]],
		["a select that leaves them out", [{ ...placement, type: "select" }], ["fields.0.options"]],
		["an option twice", [{ ...select, options: ["a", "b", "a"] }], ["fields.0.options"]],
		[
			"more than 100 options",
			[{ ...select, options: Array.from({ length: 101 }, (_, n) => `${n}`) }],
			["fields.0.options"],
		],
		["options of a text", [{ ...placement, options: ["a"] }], ["fields.0.options"]],
		["all of it", [select, { ...select, options: [] }], ["fields.1.key", "fields.1.options"]],
	])("refuses %s", async (_, fields, paths) => {
		for (const type of ["select", "multi_select"]) {
			const typed = fields.map((field) => (field.type === "select" ? { ...field, type } : field));
			const answer = await refused({ fields: typed });
			expectProblem(answer, "/v1/forms", "validation_error");
			expect(answer.body.errors.map(({ path }: Json) => path)).toEqual(paths);
		}
	});

	it("takes 100 fields with the longest keys, 100 options, and keys that every object has", async () => {
		const many = Array.from({ length: 98 }, (_, n) => ({ ...placement, key: `k${n}`.padEnd(64, "x") }));
		const options = Array.from({ length: 100 }, (_, n) => `${n}`);
		const fields = [...many, { ...placement, key: "constructor" }, { ...select, key: "s", options }];
		expect((await create({ fields })).fields.map(({ key }: Json) => key)).toEqual(fields.map(({ key }) => key));
	});

	it("links clients by an email field and by nothing else", async () => {
		const answer = await refused({ links_client: true });
		expectProblem(answer, "/v1/forms", "validation_error");
		expect(answer.body.errors[0].path).toBe("links_client");
		await create({ links_client: true, fields: [{ ...placement, type: "email" }] });
	});

	it("drops unknown properties at every depth and names them", async () => {
		const body = { name: "Intake", fields: [{ ...placement, requierd: true }], id: "frm_mine", metadata: { any: "x" } };
		const { headers } = await call(201, "/v1/forms", { key: world.key, body });
		expect(headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual(["fields.0.requierd", "id"]);
	});
});

describe("listing forms", () => {
	it("pages, filters by kind and by change, and shows the tenant's own alone", async () => {
		const tenant = await newWorld();
		const kinds = ["INTAKE", "CONSENT", "CUSTOM"];
		const ids: string[] = [];
		for (let n = 0; n < 9; n++) ids.unshift((await create({ kind: kinds[n % 3] }, tenant.key)).id);
		const list = async (query: string) =>
			(await readAllPages(`/v1/forms?limit=2${query}`, tenant.key)).flat().map(({ id }) => id);
		expect(await list("")).toEqual(ids);
		expect(await list("&kind=CUSTOM")).toEqual(ids.filter((_, n) => n % 3 === 0));
		const since = advance(100);
		for (const id of [ids[1], ids[3]])
			await call(200, `/v1/forms/${id}`, { method: "PATCH", key: tenant.key, body: { name: "B" } });
		expect(await list(`&updated_since=${since}`)).toEqual([ids[1], ids[3]]);
		expect(await list(`&updated_since=${since}&kind=CONSENT`)).toEqual([ids[1]]);
		const path = "/v1/forms?kind=consent";
		expectProblem(await send(path, { key: tenant.key }), path, "validation_failed");
	});
});

describe("changing a form", () => {
	it("changes the fields that are sent and no other", async () => {
		const before = await create(everything);
		advance(5);
		const { body: after } = await patch(200, before.id, { name: "B", is_active: true });
		expect(after).toEqual({ ...before, name: "B", is_active: true, updated_at: after.updated_at });
		expect(after.updated_at > before.updated_at).toBe(true);
		expect(await get(before.id)).toEqual(after);
		expect(await actionsOn(before.id)).toEqual(["form.created", "form.updated"]);
	});

	it("replaces the fields whole, and empties with null", async () => {
		const { id } = await create(everything);
		const { body } = await patch(200, id, {
			fields: [placement],
			links_client: false,
			creates: null,
			description: null,
		});
		expect(body).toMatchObject({ fields: [asShown], creates: null, description: null });
	});

	it.each([
		["an empty body", {}],
		["the values it has", everything],
		["only unknown properties", { title: "A" }],
	])("does nothing with %s", async (_, body) => {
		const before = await create(everything);
		advance(5);
		expect((await patch(200, before.id, body)).body).toEqual(before);
		expect(await actionsOn(before.id)).toEqual(["form.created"]);
	});

	it("keeps the rules of the whole, whichever part is changed", async () => {
		const { id } = await create(everything);
		for (const [body, path] of [
			[{ fields: [placement] }, "links_client"],
			[{ fields: [...everything.fields, everything.fields[0]] }, "fields.4.key"],
		] as const) {
			const answer = await patch(400, id, body);
			expect([answer.body.code, answer.body.errors[0].path]).toEqual(["validation_error", path]);
		}
		const plain = await create();
		expect((await patch(400, plain.id, { links_client: true })).body.errors[0].path).toBe("links_client");
	});

	it("cannot reach another tenant's form", async () => {
		const theirs = await create({}, other.key);
		await patch(404, theirs.id, { name: "Eve" });
		await remove(404, theirs.id);
		await submit(404, theirs.id);
		await call(404, `/v1/forms/${theirs.id}`, { key: world.key });
		await call(404, `/v1/forms/${theirs.id}/submissions`, { key: world.key });
		expect((await call(200, `/v1/forms/${theirs.id}`, { key: other.key })).body).toEqual(theirs);
	});

	it("no parallel PATCH is silently lost", async () => {
		const { id } = await create();
		const answers = await Promise.all(
			Array.from({ length: 15 }, (_, n) =>
				send(`/v1/forms/${id}`, { method: "PATCH", key: world.key, body: { name: `${n}` } }),
			),
		);
		for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
		const applied = answers.filter(({ status }) => status === 200);
		expect(await actionsOn(id)).toHaveLength(1 + applied.length);
	});
});

describe("deleting a form", () => {
	it("says so, and the form is gone", async () => {
		const { id } = await create();
		expect((await remove(200, id)).body).toEqual({ object: "form", id, deleted: true });
		await call(404, `/v1/forms/${id}`, { key: world.key });
		await remove(404, id);
		await submit(404, id);
		expect(await actionsOn(id)).toEqual(["form.created", "form.deleted"]);
	});

	it("is refused once it has a submission, until whatever", async () => {
		const { id } = await create();
		await submit(201, id);
		expectProblem(await remove(409, id), `/v1/forms/${id}`, "conflict");
		await patch(200, id, { is_active: false });
		await remove(409, id);
		await get(id);
	});

	it("and parallel submissions: either the form is gone and no submission is, or it stays with all of them", async () => {
		for (let round = 0; round < 6; round++) {
			const { id } = await create();
			const submission = () =>
				send(`/v1/forms/${id}/submissions`, { key: world.key, body: { submission_data: { placement: "arm" } } });
			const [first, deletion, second] = await Promise.all([
				submission(),
				send(`/v1/forms/${id}`, { method: "DELETE", key: world.key }),
				submission(),
			]);
			const made = [first, second].filter((answer) => answer?.status === 201);
			for (const answer of [first, second]) expect([201, 404]).toContain(answer?.status);
			expect(deletion?.status).toBe(made.length > 0 ? 409 : 200);
			await call(made.length > 0 ? 200 : 404, `/v1/forms/${id}`, { key: world.key });
		}
	});
});

it("forms and their submissions have scopes of their own", async () => {
	const { id } = await create();
	const { key } = await newKey(world.id, { scopes: ["write:form_submissions"] });
	await call(201, `/v1/forms/${id}/submissions`, { key, body: { submission_data: {} } });
	await call(403, `/v1/forms/${id}/submissions`, { key });
	await call(403, `/v1/forms/${id}`, { key });
});

it("the fields of a form take at most 128 KiB, so that the entry of a change has room", async () => {
	const { key } = await newWorld();
	const fields = (options: number, length: number) =>
		Array.from({ length: 100 }, (_, n) => ({
			key: `f${n}`,
			label: "Where?",
			type: "select",
			options: Array.from({ length: options }, (_, m) => `${m}`.padEnd(length, "x")),
		}));
	const { body: form } = await call(201, "/v1/forms", { key, body: { name: "Large", fields: fields(10, 100) } });
	const path = `/v1/forms/${form.id}`;
	await call(200, path, { key, method: "PATCH", body: { fields: fields(10, 110) } });
	for (const [method, at] of [
		["POST", "/v1/forms"],
		["PATCH", path],
	] as const) {
		const answer = await send(at, { key, method, body: { name: "Larger", fields: fields(100, 90) } });
		expectProblem(answer, at, "validation_failed");
		expect(answer.body.errors).toEqual([
			{ location: "body", path: "fields", message: "must not take more than 128 KiB together" },
		]);
	}
	const [row] = await rows(
		"SELECT octet_length(changes) AS bytes FROM audit_entries WHERE action = 'form.updated' AND resource_id = ?",
		form.id,
	);
	expect(Number(row?.bytes)).toBeGreaterThan(200_000);
});
