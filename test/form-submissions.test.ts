import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { catalogue } from "../src/domain/events/catalogue/catalogue.ts";
import type { PublicEventType } from "../src/platform/db/tables/data/events.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance, stopClock } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { eventsOf } from "./support/history.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newKey, newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let world: Tenant;
let other: Tenant;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
});

// Each test has full rate limits: the endpoint takes 60 requests a minute from a key.
beforeEach(() => advance(60));

let made = 0;
const newEmail = () => `answer-${++made}@example.com`;

const field = (key: string, type = "text", more: object = {}) => ({ key, label: key, type, ...more });
const email = field("email", "email");

const newForm = async (fields: object[], given: object = {}, key = world.key): Promise<Json> =>
	(await call(201, "/v1/forms", { key, body: { name: "Form", fields, ...given } })).body;
const pathOf = ({ id }: { id: string }) => `/v1/forms/${id}/submissions`;
const submit = (status: number, form: Json, submission_data: object, more: object = {}): Promise<Answer> =>
	call(status, pathOf(form), { key: world.key, body: { submission_data, ...more } });
const newClient = async (given: object = {}, key = world.key): Promise<Json> =>
	(await call(201, "/v1/clients", { key, body: { email: newEmail(), first_name: "Ana", ...given } })).body;

const eventsAbout = async (id: string, key = world.key): Promise<Json[]> =>
	(await eventsOf(key)).filter(({ data }) => Object.values(data).includes(id)).sort((a, b) => a.sequence - b.sequence);
const typesOf = (events: Json[]): PublicEventType[] => events.map(({ type }) => type);
const hasCatalogueShape = ({ type, data }: { type: PublicEventType; data: Json }) =>
	expect(Object.keys(data).sort()).toEqual(Object.keys(catalogue[type].data.shape).sort());

describe("submitting a form", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const form = await newForm([field("first_name"), field("size_cm", "number")], { kind: "INTAKE" });
		const submission_data = { first_name: "Noor", size_cm: 15 };
		const answer = await submit(201, form, submission_data);
		expect(answer.body).toEqual({
			object: "form_submission",
			id: expect.stringMatching(/^fsb_[0-9a-f]{32}$/),
			form_id: form.id,
			client_id: null,
			lead_id: null,
			idea_id: null,
			submission_data,
			signature: null,
			signer_name: null,
			signed_at: null,
			picture_count: 0,
			ip_address: null,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			updated_at: answer.body.created_at,
		});
		expect(answer.headers.get("Location")).toBe(`${pathOf(form)}/${answer.body.id}`);
		expect(answer.headers.has("Service-Ignored-Fields")).toBe(false);
		expect((await call(200, answer.headers.get("Location") ?? "", { key: world.key })).body).toEqual(answer.body);
	});

	it("emits form_submission.created as the catalogue has it, the answers under the form's own keys", async () => {
		const form = await newForm([field("first_tattoo", "checkbox"), field("size_cm", "number")], { kind: "INTAKE" });
		const { body } = await submit(201, form, { first_tattoo: false, size_cm: 0 });
		const events = await eventsAbout(body.id);
		expect(typesOf(events)).toEqual(["form_submission.created"]);
		expect(events[0].data).toEqual({
			formSubmissionId: body.id,
			formId: form.id,
			formName: "Form",
			formKind: "INTAKE",
			clientId: null,
			leadId: null,
			ideaId: null,
			submissionData: { first_tattoo: false, size_cm: 0 },
			pictureCount: 0,
			createdAt: body.created_at,
		});
		hasCatalogueShape(events[0]);
		const { data: audit } = (await call(200, "/v1/audit_log?limit=1", { key: world.key })).body;
		expect(audit[0]).toMatchObject({ action: "form_submission.created", resource_id: body.id });
	});

	it("happens once under an Idempotency-Key, a refusal too", async () => {
		const form = await newForm([field("a", "text", { required: true }), email], { links_client: true });
		for (const [status, data] of [
			[201, { a: "1", email: newEmail() }],
			[400, { a: "" }],
		] as const) {
			const headers = { "Idempotency-Key": crypto.randomUUID() };
			const body = { submission_data: { ...data, b: 1 } };
			const first = await call(status, pathOf(form), { key: world.key, body, headers });
			const second = await call(status, pathOf(form), { key: world.key, body, headers });
			expect(second.body).toEqual(first.body);
			expect(second.headers.get("Idempotent-Replayed")).toBe("true");
			for (const { headers } of [first, second])
				expect(headers.get("Service-Ignored-Fields")).toBe("submission_data.b");
		}
		expect((await call(200, pathOf(form), { key: world.key })).body.data).toHaveLength(1);
	});

	it("is refused with conflict while the form is not active, whatever races", async () => {
		const form = await newForm([field("a")], { is_active: false });
		expectProblem(await submit(409, form, { a: "1" }), pathOf(form), "conflict");
		const activate = (is_active: boolean) =>
			call(200, `/v1/forms/${form.id}`, { method: "PATCH", key: world.key, body: { is_active } });
		await activate(true);
		await submit(201, form, { a: "1" });
		const answers = await Promise.all([
			...Array.from({ length: 10 }, () =>
				send(pathOf(form), { key: world.key, body: { submission_data: { a: "2" } } }),
			),
			activate(false),
		]);
		const taken = answers.filter(({ status }) => status === 201).length;
		expect((await call(200, pathOf(form), { key: world.key })).body.data).toHaveLength(1 + taken);
	});

	it.each([
		[{}, "submission_data"],
		[{ submission_data: null }, "submission_data"],
		[{ submission_data: [] }, "submission_data"],
		[{ submission_data: "a" }, "submission_data"],
		[{ submission_data: {}, client_id: 1 }, "client_id"],
		[{ submission_data: {}, signature: 1 }, "signature"],
		[{ submission_data: {}, signature: "a\0" }, "signature"],
		[{ submission_data: {}, signer_name: "a".repeat(201) }, "signer_name"],
	])("refuses the body %j", async (body, path) => {
		const form = await newForm([field("a")]);
		const answer = await call(400, pathOf(form), { key: world.key, body });
		expectProblem(answer, pathOf(form), "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path });
	});

	it("60 times a minute and key, and not once more", async () => {
		const tenant = await newWorld();
		const form = await newForm([field("a")], {}, tenant.key);
		const once = (key = tenant.key) => send(pathOf(form), { key, body: { submission_data: {} } });
		const { set } = stopClock();
		onTestFinished(() => void vi.restoreAllMocks());
		const answers = await Promise.all(Array.from({ length: 61 }, () => once()));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.headers.get("X-RateLimit-Scope")).toBe("endpoint");
		expect(refused?.body.extra).toMatchObject({ scope: "endpoint", limit: 60 });
		await call(200, pathOf(form), { key: tenant.key });
		expect((await once((await newKey(tenant.id)).key)).status).toBe(201);
		set(1000);
		expect((await once()).status).toBe(201);
	});
});

const options = { options: ["S", "M", "L"] };
const long = (length: number) => "ä".repeat(length);

describe("answers", () => {
	it.each([
		["text", ["a", " ", long(500), "🦜"], [long(501), 1, true, ["a"], { a: 1 }, "a\0", "\ud800"]],
		["textarea", ["a\nb", long(10_000)], [long(10_001), 0, "\udc00a"]],
		["number", [0, -1.5, 1e308, 1e-300], ["1", true, [1], {}, "NaN"]],
		["email", ["a@example.com", " A@Example.com "], ["a", "a@", "@example.com", 1, `${"a".repeat(250)}@example.com`]],
		["phone", ["+49 30 5550142", long(50)], [long(51), 4930, "1\0"]],
		["date", ["2026-02-28", "1994-06-03"], ["2026-02-29", "28.02.2026", "2026-02-28T00:00:00Z", 20260228]],
		["select", ["S", "L"], ["s", "XL", 0, ["S"], true, { S: 1 }]],
		["multi_select", [["S"], ["L", "S", "M"]], ["S", ["S", "S"], ["XL"], ["S", null], [["S"]], { 0: "S" }, 1]],
		["checkbox", [true, false], ["true", 1, 0, [true]]],
		[
			"file_url",
			["https://example.com/a.png", "http://example.com"],
			[
				"ftp://example.com",
				"javascript:alert(1)",
				"a.png",
				"https://a b",
				`https://example.com/${"a".repeat(2000)}`,
				1,
			],
		],
		["signature", ["Noor", long(10_000)], [long(10_001), "  ", true]],
	])("to a %s field", async (type, good, bad) => {
		const form = await newForm([field("q", type, type.includes("select") ? options : {})]);
		for (const q of good) expect((await submit(201, form, { q })).body.submission_data).toEqual({ q });
		for (const q of bad) {
			const answer = await submit(400, form, { q });
			expectProblem(answer, pathOf(form), "validation_failed");
			expect(answer.body.errors).toEqual([
				{ location: "body", path: "submission_data.q", message: expect.stringMatching(/./) },
			]);
			expect(answer.body.detail).toContain("submission_data.q");
		}
	});

	it("refuses a number that is not finite", async () => {
		const form = await newForm([field("q", "number")]);
		const answer = await call(400, pathOf(form), {
			key: world.key,
			raw: '{"submission_data":{"q":1e999}}',
			headers: { "Content-Type": "application/json" },
		});
		expect(answer.body.errors[0].path).toBe("submission_data.q");
	});

	it.each([
		["text", ""],
		["text", null],
		["number", null],
		["number", ""],
		["multi_select", []],
		["select", ""],
		["checkbox", null],
		["signature", ""],
		["email", []],
	])("a %s answered with %j is missing: fine unless it is required", async (type, q) => {
		const more = type.includes("select") ? options : {};
		await submit(201, await newForm([field("q", type, more)]), { q });
		const required = await newForm([field("q", type, { ...more, required: true })]);
		for (const data of [{ q }, {}]) {
			const answer = await submit(400, required, data);
			expectProblem(answer, pathOf(required), "validation_failed");
			expect(answer.body.errors).toEqual([{ location: "body", path: "submission_data.q", message: "is required" }]);
		}
	});

	it.each([
		["number", 0],
		["checkbox", true],
		["text", "0"],
	])("a required %s may be %j", async (type, q) => {
		await submit(201, await newForm([field("q", type, { required: true })]), { q });
	});

	it("a required checkbox must be true", async () => {
		const form = await newForm([field("agreed", "checkbox", { required: true }), field("news", "checkbox")]);
		const answer = await submit(400, form, { agreed: false, news: false });
		expectProblem(answer, pathOf(form), "validation_failed");
		expect(answer.body.errors).toEqual([{ location: "body", path: "submission_data.agreed", message: "must be true" }]);
		await submit(201, form, { agreed: true, news: false });
	});

	it("may take 64 KiB in all and not a byte more", async () => {
		const fields = Array.from({ length: 4 }, (_, n) => field(`q${n}`, "textarea"));
		const form = await newForm(fields);
		const data = { q0: long(10_000), q1: long(10_000), q2: long(10_000), q3: "" };
		const room = 64 * 1024 - new TextEncoder().encode(JSON.stringify(data)).length;
		await submit(201, form, { ...data, q3: "a".repeat(room) });
		const answer = await submit(413, form, { ...data, q3: "a".repeat(room + 1) });
		expectProblem(answer, pathOf(form), "payload_too_large");
		expect(answer.body.detail).toContain("64 KiB");
	});

	it("tells everything that is wrong at once", async () => {
		const form = await newForm(
			[field("a", "text", { required: true }), field("b", "number"), field("c", "select", options), field("d")],
			{ kind: "CONSENT" },
		);
		const answer = await submit(400, form, { b: "1", c: "XL", d: "fine", e: 1 });
		expect(answer.body.errors.map(({ path }: Json) => path)).toEqual([
			"submission_data.a",
			"submission_data.b",
			"submission_data.c",
			"signature",
		]);
		expect(answer.headers.get("Service-Ignored-Fields")).toBe("submission_data.e");
	});

	it("to no field are dropped and named", async () => {
		const form = await newForm([field("a")]);
		const { body, headers } = await submit(201, form, { a: "1", A: "2", "a,b": { deep: [1] }, x: null }, { extra: 1 });
		expect(body.submission_data).toEqual({ a: "1" });
		expect(headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual([
			"extra",
			"submission_data.A",
			"submission_data.a%2Cb",
			"submission_data.x",
		]);
	});

	const raw = (form: Json, submission_data: string) =>
		send(pathOf(form), {
			key: world.key,
			raw: `{"submission_data":${submission_data}}`,
			headers: { "Content-Type": "application/json" },
		});

	it("under names that every object has are answers like others", async () => {
		const form = await newForm([field("constructor", "text", { required: true }), field("a")]);
		expect((await raw(form, '{"a":"1"}')).body.errors[0].path).toBe("submission_data.constructor");
		const answer = await raw(form, '{"constructor":"me","__proto__":{"a":"2"},"toString":"3"}');
		expect(answer.body.submission_data).toEqual({ constructor: "me" });
		expect(answer.headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual([
			"submission_data.__proto__",
			"submission_data.toString",
		]);
	});

	it("do not come from a prototype", async () => {
		const form = await newForm([field("a", "text", { required: true })]);
		expect((await raw(form, '{"__proto__":{"a":"1"}}')).status).toBe(400);
	});

	it.each([
		["deep lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
		["deep objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
		["a long list", `[${"1,".repeat(300_000)}1]`],
	])("may be %s and are refused or dropped", async (_, value) => {
		const form = await newForm([field("a"), field("m", "multi_select", options)]);
		for (const key of ["a", "m"]) {
			const refused = await raw(form, `{"${key}":${value}}`);
			expectProblem(refused, pathOf(form), "validation_failed");
			expect(refused.text.length).toBeLessThan(1000);
		}
		const dropped = await raw(form, `{"a":"1","b":${value}}`);
		expect(dropped.status).toBe(201);
		expect(dropped.headers.get("Service-Ignored-Fields")).toBe("submission_data.b");
	});

	it("may be a body's worth of unknown ones", async () => {
		const form = await newForm([field("a")]);
		const answer = await raw(form, `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join(",")}}`);
		expect(answer.status).toBe(201);
		expect(answer.body.submission_data).toEqual({});
		expect(answer.headers.get("Service-Ignored-Fields")).toMatch(/,\+\d+$/);
	});

	it("stay as they were given when the form changes", async () => {
		const form = await newForm([field("a")]);
		const { body } = await submit(201, form, { a: "1" });
		const patch = { fields: [field("b", "number", { required: true })], name: "Later" };
		await call(200, `/v1/forms/${form.id}`, { method: "PATCH", key: world.key, body: patch });
		expect((await call(200, `${pathOf(form)}/${body.id}`, { key: world.key })).body).toEqual(body);
		await submit(400, form, { a: "1" });
	});
});

describe("syncing submissions", () => {
	it("updated_since tells of those that a merge moved", async () => {
		const client = async () =>
			(
				await call(201, "/v1/clients", {
					key: world.key,
					body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" },
				})
			).body.id;
		const [target, source] = [await client(), await client()];
		const form = await newForm([field("a")]);
		const body = { submission_data: { a: "1" }, client_id: source };
		const moved = (await call(201, pathOf(form), { key: world.key, body })).body;
		const other = (await submit(201, form, { a: "2" })).body;
		expect([moved.updated_at, other.updated_at]).toEqual([moved.created_at, other.created_at]);
		advance(60);
		await call(200, `/v1/clients/${target}/merge`, { key: world.key, body: { source_id: source } });
		const after = (await call(200, `${pathOf(form)}/${moved.id}`, { key: world.key })).body;
		expect(after).toEqual({ ...moved, client_id: target, updated_at: after.updated_at });
		expect(after.updated_at > other.updated_at).toBe(true);
		const since = async (time: string) =>
			(await call(200, `${pathOf(form)}?updated_since=${time}`, { key: world.key })).body.data;
		expect(await since(after.updated_at)).toEqual([after]);
		expect(await since(moved.updated_at)).toEqual([other, after]);
		expect(await since(new Date(Date.parse(after.updated_at) + 1).toISOString())).toEqual([]);
	});
});

describe("consent", () => {
	it("keeps the signature, who signed, when and from where, and emits both events", async () => {
		const form = await newForm([field("read_aftercare", "checkbox", { required: true })], { kind: "CONSENT" });
		const signed = { signature: "Noor Haddad", signer_name: "Noor Haddad" };
		const { body } = await call(201, pathOf(form), {
			key: world.key,
			body: { submission_data: { read_aftercare: true }, ...signed },
			from: "198.51.100.7",
		});
		expect(body).toMatchObject({ ...signed, signed_at: body.created_at, ip_address: "198.51.100.7" });
		const events = await eventsAbout(body.id);
		expect(typesOf(events)).toEqual(["form_submission.created", "consent_submission.signed"]);
		for (const event of events) {
			hasCatalogueShape(event);
			expect(event.data).toMatchObject({
				formSubmissionId: body.id,
				formKind: "CONSENT",
				submissionData: { read_aftercare: true },
			});
		}
		expect(events[1].data).toMatchObject({
			signature: "Noor Haddad",
			signerName: "Noor Haddad",
			signedAt: body.created_at,
			ipAddress: "198.51.100.7",
		});
	});

	it.each([undefined, null, "", " \n"])("needs a signature, not %j", async (signature) => {
		const form = await newForm([field("a")], { kind: "CONSENT" });
		const answer = await submit(400, form, {}, { signature });
		expectProblem(answer, pathOf(form), "validation_failed");
		expect(answer.body.errors).toEqual([
			{ location: "body", path: "signature", message: "is required on a consent form" },
		]);
		expect((await call(200, pathOf(form), { key: world.key })).body.data).toEqual([]);
	});

	it("takes a drawn signature, which counts to the 64 KiB", async () => {
		const form = await newForm([field("a")], { kind: "CONSENT" });
		const room = 64 * 1024 - JSON.stringify({ a: "b" }).length;
		await submit(201, form, { a: "b" }, { signature: "s".repeat(room) });
		await submit(413, form, { a: "b" }, { signature: "s".repeat(room + 1) });
		await submit(413, form, { a: "b" }, { signature: "ß".repeat(40_000) });
		await submit(400, form, { a: "b" }, { signature: "s".repeat(64 * 1024 + 1) });
	});

	it("is no other form's: a signature is kept and signs nothing", async () => {
		const form = await newForm([field("a")]);
		const { body } = await submit(201, form, {}, { signature: "Noor" });
		expect(body.signature).toBe("Noor");
		expect(typesOf(await eventsAbout(body.id))).toEqual(["form_submission.created"]);
	});
});

describe("the client", () => {
	it("is the one that is named, who goes before the email field", async () => {
		const form = await newForm([email], { links_client: true });
		const client = await newClient();
		const { body } = await submit(201, form, { email: newEmail() }, { client_id: client.id });
		expect(body.client_id).toBe(client.id);
		const events = await eventsAbout(body.id);
		expect(typesOf(events)).toEqual(["form_submission.created"]);
		expect(events[0].data.clientId).toBe(client.id);
	});

	it("that is unknown, malformed or another tenant's is refused, all alike", async () => {
		const form = await newForm([field("a")]);
		const theirs = await newClient({}, other.key);
		for (const client_id of [newId("client", Date.now()), theirs.id, "nobody", ""]) {
			const answer = await submit(400, form, {}, { client_id });
			expectProblem(answer, pathOf(form), "validation_error");
			expect(answer.body.errors).toEqual([{ location: "body", path: "client_id", message: "names no client" }]);
		}
	});

	it("is linked by the email field, without regard to case", async () => {
		const form = await newForm([field("note"), email, field("second", "email")], { links_client: true });
		const client = await newClient({ email: "Link.Me@example.com" });
		const { body } = await submit(201, form, { email: " LINK.me@example.com ", second: newEmail() });
		expect(body.client_id).toBe(client.id);
		expect(typesOf(await eventsAbout(client.id))).toEqual(["client.created", "form_submission.created"]);
	});

	it.each([
		[{ first_name: "Noor", name: "N. Haddad" }, "Noor"],
		[{ first_name: " ", name: " N. Haddad " }, "N. Haddad"],
		[{ first_name: null }, undefined],
		[{}, undefined],
		[{ name: `${"a".repeat(199)}🦜` }, "a".repeat(199)],
	])("is created from %j where nobody has the email", async (names, first_name) => {
		const form = await newForm([email, field("name", "textarea"), field("first_name")], { links_client: true });
		const address = newEmail();
		const { body } = await submit(201, form, { email: address, ...names });
		const client = (await call(200, `/v1/clients/${body.client_id}`, { key: world.key })).body;
		expect(client).toMatchObject({ email: address, first_name: first_name ?? address.split("@")[0] });
		const events = await eventsAbout(client.id);
		expect(typesOf(events)).toEqual(["client.created", "form_submission.created"]);
		expect(events[1].data.clientId).toBe(client.id);
		const { data: audit } = (await call(200, "/v1/audit_log?limit=2", { key: world.key })).body;
		expect(audit.map(({ action }: Json) => action).sort()).toEqual(["client.created", "form_submission.created"]);
	});

	it("is nobody without an answer to the email field, or where the form links nobody", async () => {
		const form = await newForm([email], { links_client: true });
		expect((await submit(201, form, { email: "" })).body.client_id).toBeNull();
		// The second email field may be about another person.
		const two = await newForm([email, field("second", "email")], { links_client: true });
		expect((await submit(201, two, { second: newEmail() })).body.client_id).toBeNull();
		const address = newEmail();
		expect((await submit(201, await newForm([email]), { email: address })).body.client_id).toBeNull();
		expect((await call(200, `/v1/clients?email=${address}`, { key: world.key })).body.data).toEqual([]);
	});

	it("is not made by a submission that is refused", async () => {
		const form = await newForm([email, field("a", "text", { required: true })], { links_client: true });
		const address = newEmail();
		await submit(400, form, { email: address });
		expect((await call(200, `/v1/clients?email=${address}`, { key: world.key })).body.data).toEqual([]);
	});

	it("is made once, however many race for the email", async () => {
		const form = await newForm([email], { links_client: true });
		const address = newEmail();
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, n) =>
				send(pathOf(form), {
					key: world.key,
					body: { submission_data: { email: n % 2 ? address : address.toUpperCase() } },
					headers: n % 3 ? {} : { "Idempotency-Key": crypto.randomUUID() },
				}),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
		const [client_id, ...others] = new Set(answers.map(({ body }) => body.client_id));
		expect(others).toEqual([]);
		const types = typesOf(await eventsAbout(client_id));
		expect(types.filter((type) => type === "client.created")).toHaveLength(1);
		expect(types.filter((type) => type === "form_submission.created")).toHaveLength(30);
	});

	it("that is merged takes the submissions along, and none is left behind", async () => {
		const form = await newForm([field("a")]);
		const [target, source] = [await newClient(), await newClient()];
		await submit(201, form, {}, { client_id: source.id });
		const answers = await Promise.all([
			call(200, `/v1/clients/${target.id}/merge`, { key: world.key, body: { source_id: source.id } }),
			...Array.from({ length: 8 }, () =>
				send(pathOf(form), { key: world.key, body: { submission_data: {}, client_id: source.id } }),
			),
		]);
		for (const { status } of answers.slice(1)) expect([201, 400]).toContain(status);
		const { data } = (await call(200, pathOf(form), { key: world.key })).body;
		expect(new Set(data.map(({ client_id }: Json) => client_id))).toEqual(new Set([target.id]));
	});

	it("that is deleted leaves the submissions", async () => {
		const form = await newForm([field("a")]);
		const client = await newClient();
		const { body } = await submit(201, form, {}, { client_id: client.id });
		await call(200, `/v1/clients/${client.id}`, { method: "DELETE", key: world.key });
		expect((await call(200, `${pathOf(form)}/${body.id}`, { key: world.key })).body).toEqual(body);
	});
});

describe("what a submission makes of itself", () => {
	const fields = [email, field("first_name"), field("phone", "phone"), field("subject"), field("wish", "textarea")];
	const answers = () => ({
		email: newEmail(),
		first_name: "Noor",
		phone: "030 1",
		subject: "A fern",
		wish: "On the arm",
	});
	const read = async (path: string): Promise<Json> => (await call(200, path, { key: world.key })).body;

	it("a lead, in one with the submission", async () => {
		const form = await newForm(fields, { creates: "LEAD" });
		const data = answers();
		const { body } = await submit(201, form, data);
		const lead = await read(`/v1/leads/${body.lead_id}`);
		expect(lead).toMatchObject({
			first_name: "Noor",
			email: data.email,
			phone: "030 1",
			message: "On the arm",
			source: "FORM",
			stage: "NEW",
			client_id: null,
			form_submission_id: body.id,
		});
		const events = await eventsAbout(lead.id);
		expect(typesOf(events)).toEqual(["lead.created", "form_submission.created"]);
		expect(events[1].data).toMatchObject({ leadId: lead.id, ideaId: null });
		for (const event of events) hasCatalogueShape(event);
		expect(body).toMatchObject({ client_id: null, idea_id: null });
	});

	it("a lead and the client, where the form links one", async () => {
		const form = await newForm(fields, { creates: "LEAD", links_client: true });
		const { body } = await submit(201, form, answers());
		expect((await read(`/v1/leads/${body.lead_id}`)).client_id).toBe(body.client_id);
		expect(typesOf(await eventsAbout(body.client_id))).toEqual([
			"client.created",
			"lead.created",
			"form_submission.created",
		]);
		const { data: audit } = await read("/v1/audit_log?limit=3");
		expect(audit.map(({ action }: Json) => action).sort()).toEqual([
			"client.created",
			"form_submission.created",
			"lead.created",
		]);
	});

	it("a lead of nobody is called after the form", async () => {
		const { body } = await submit(201, await newForm(fields, { creates: "LEAD", name: "Walk-ins" }), {});
		expect(await read(`/v1/leads/${body.lead_id}`)).toMatchObject({ first_name: "Walk-ins", email: null });
	});

	it("an idea of the client who is named, linked or made", async () => {
		const form = await newForm(fields, { creates: "IDEA", links_client: true });
		const [named, linked] = [await newClient(), await newClient()];
		const bodies = [
			(await submit(201, form, answers(), { client_id: named.id })).body,
			(await submit(201, form, { ...answers(), email: linked.email })).body,
			(await submit(201, form, answers())).body,
		];
		expect(bodies[0].client_id).toBe(named.id);
		expect(bodies[1].client_id).toBe(linked.id);
		for (const body of bodies) {
			expect(await read(`/v1/ideas/${body.idea_id}`)).toMatchObject({
				client_id: body.client_id,
				subject: "A fern",
				description: "On the arm",
				stage: "NEW",
				source_type: "FORM",
				form_submission_id: body.id,
			});
			const events = await eventsAbout(body.idea_id);
			expect(typesOf(events)).toEqual(["idea.created", "form_submission.created"]);
			expect(events[1].data).toMatchObject({ ideaId: body.idea_id, leadId: null, clientId: body.client_id });
			for (const event of events) hasCatalogueShape(event);
		}
	});

	it("no idea without a client", async () => {
		for (const form of [
			await newForm(fields, { creates: "IDEA" }),
			await newForm(fields, { creates: "IDEA", links_client: true }),
		]) {
			const answer = await submit(400, form, form.links_client ? {} : answers());
			expectProblem(answer, pathOf(form), "validation_error");
			expect(answer.body.errors[0].path).toBe("client_id");
		}
		const form = await newForm(fields, { creates: "IDEA", name: "Sketches" });
		const { body } = await submit(201, form, {}, { client_id: (await newClient()).id });
		expect((await read(`/v1/ideas/${body.idea_id}`)).subject).toBe("Sketches");
	});

	it("each once, however many race for the email, and none where the submission is refused", async () => {
		const tenant = await newWorld();
		const form = await newForm(fields, { creates: "IDEA", links_client: true }, tenant.key);
		const data = answers();
		const answers20 = await Promise.all(
			Array.from({ length: 20 }, () => send(pathOf(form), { key: tenant.key, body: { submission_data: data } })),
		);
		expect(answers20.map(({ status }) => status)).toEqual(Array(20).fill(201));
		const ideas = (await call(200, "/v1/ideas?limit=100", { key: tenant.key })).body.data;
		expect(ideas.map(({ id }: Json) => id).sort()).toEqual(answers20.map(({ body }) => body.idea_id).sort());
		expect((await call(200, "/v1/clients", { key: tenant.key })).body.data).toHaveLength(1);
		await call(400, pathOf(form), { key: tenant.key, body: { submission_data: { ...data, email: "x" } } });
		expect((await call(200, "/v1/ideas?limit=100", { key: tenant.key })).body.data).toHaveLength(20);
	});
});

describe("reading submissions", () => {
	it("pages newest first, the form's own alone, and those since a time", async () => {
		const [form, another] = [await newForm([field("a")]), await newForm([field("a")])];
		await submit(201, another, {});
		const all: Json[] = [];
		for (let n = 0; n < 5; n++) all.unshift((await submit(201, form, { a: `${n}` })).body);
		expect((await readAllPages(`${pathOf(form)}?limit=2`, world.key)).flat()).toEqual(all);
		const before = advance(100);
		const late = (await submit(201, form, {})).body;
		const since = async (time: string) =>
			(await readAllPages(`${pathOf(form)}?limit=2&created_since=${time}`, world.key)).flat().map(({ id }) => id);
		expect(await since(before)).toEqual([late.id]);
		expect(await since(late.created_at)).toEqual([late.id]);
		expect(await since(new Date(Date.parse(late.created_at) + 1).toISOString())).toEqual([]);
		const page = await call(200, `${pathOf(form)}?limit=2`, { key: world.key });
		const elsewhere = `${pathOf(another)}?cursor=${page.body.next_cursor}`;
		expectProblem(await send(elsewhere, { key: world.key }), elsewhere, "invalid_cursor");
	});

	it("finds none under another form, and none of another tenant", async () => {
		const [form, another] = [await newForm([field("a")]), await newForm([field("a")])];
		const { body } = await submit(201, form, {});
		await call(404, `${pathOf(another)}/${body.id}`, { key: world.key });
		await call(404, `${pathOf(form)}/${body.id}`, { key: other.key });
		await call(404, pathOf(form), { key: other.key });
		await call(404, pathOf(form), { key: other.key, body: { submission_data: {} } });
		await call(404, pathOf({ id: newId("form", Date.now()) }), { key: world.key });
	});
});
