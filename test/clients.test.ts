import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { recordsOf } from "./support/records.ts";
import { newWorld, type Tenant } from "./support/world.ts";

let world: Tenant;
let other: Tenant;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
});

// Each test has its own time and full rate limits.
beforeEach(() => advance(60));

// biome-ignore lint/suspicious/noExplicitAny: a client as JSON
type Json = any;

let made = 0;
const newEmail = () => `client-${++made}@example.com`;

const { create, get, patch, remove, eventsOf } = recordsOf({
	path: "/v1/clients",
	key: () => world.key,
	least: () => ({ email: newEmail(), first_name: "Ana" }),
	idInEvents: "clientId",
});
const merge = (status: number, id: string, source_id: unknown): Promise<Answer> =>
	call(status, `/v1/clients/${id}/merge`, { key: world.key, body: { source_id } });

async function newArtist(tenantId: string): Promise<string> {
	const id = newId("artist", Date.now());
	await database.prepare(artistRow).bind(id, tenantId).run();
	return id;
}
const artistRow =
	"INSERT INTO artists (id, tenant_id, slug, name, timezone, status, created_at, updated_at) VALUES (?1, ?2, ?1, 'Mia', 'UTC', 'ACTIVE', 1, 1)";

const everything = {
	email: "frida@example.com",
	first_name: "Frida",
	last_name: "Kahlo",
	phone: "+52 55 5554 5999",
	pronouns: "she/her",
	date_of_birth: "1907-07-06",
	preferred_communication: "WHATSAPP",
	language: "es",
	instagram_handle: "@frida",
	address: {
		line1: "Londres 247",
		line2: null,
		city: "Coyoacán",
		state: "CDMX",
		postal_code: "04100",
		country: "Mexico",
	},
	notes: "Monkeys, parrots 🦜",
	tags: ["regular", "colour"],
	source: "walk-in",
	is_blocked: true,
	do_not_contact: true,
	marketing_consent: true,
	metadata: { crm: "42" },
};

describe("creating a client", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const assigned_artist_id = await newArtist(world.id);
		const body = { ...everything, assigned_artist_id };
		const answer = await call(201, "/v1/clients", { key: world.key, body });
		expect(answer.body).toEqual({
			object: "client",
			id: expect.stringMatching(/^cli_[0-9a-f]{32}$/),
			...body,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			updated_at: answer.body.created_at,
		});
		expect(answer.headers.get("Content-Type")).toBe("application/json");
		expect(answer.headers.get("Location")).toBe(`/v1/clients/${answer.body.id}`);
		expect((await call(200, answer.headers.get("Location") ?? "", { key: world.key })).body).toEqual(answer.body);
	});

	it("needs an email and a first name, everything else has a default", async () => {
		const { id: _, created_at: __, updated_at: ___, ...client } = await create({ email: "plain@example.com" });
		expect(client).toEqual({
			object: "client",
			email: "plain@example.com",
			first_name: "Ana",
			last_name: null,
			phone: null,
			pronouns: null,
			date_of_birth: null,
			preferred_communication: null,
			language: null,
			instagram_handle: null,
			address: null,
			notes: null,
			tags: [],
			source: null,
			is_blocked: false,
			do_not_contact: false,
			marketing_consent: false,
			assigned_artist_id: null,
			metadata: {},
		});
	});

	it("lists every field that failed, with the first in the detail", async () => {
		const body = { last_name: 5, tags: ["ok", ""], address: { city: 1 }, preferred_communication: "PIGEON" };
		const answer = await call(400, "/v1/clients", { key: world.key, body });
		expectProblem(answer, "/v1/clients", "validation_failed");
		expect(answer.body.errors.map(({ location, path }: Json) => `${location} ${path}`).sort()).toEqual([
			"body address.city",
			"body email",
			"body first_name",
			"body last_name",
			"body preferred_communication",
			"body tags.1",
		]);
		expect(answer.body.detail).toContain(answer.body.errors[0].path);
	});

	it.each([
		["email", "ana"],
		["email", "ana@"],
		["email", ""],
		["email", null],
		["email", `${"a".repeat(250)}@example.com`],
		["first_name", ""],
		["first_name", "   "],
		["first_name", "a".repeat(201)],
		["date_of_birth", "2001-02-29"],
		["date_of_birth", "2001-01-01T00:00:00Z"],
		["preferred_communication", "email"],
		["notes", "a".repeat(10_001)],
		["tags", "one"],
		["tags", null],
		["tags", Array(51).fill("a")],
		["is_blocked", "true"],
		["is_blocked", 1],
		["metadata", []],
		["metadata", null],
		["metadata", Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"]))],
	])("refuses %s %j, naming it", async (field, value) => {
		const body = { email: newEmail(), first_name: "Ana", [field]: value };
		const answer = await call(400, "/v1/clients", { key: world.key, body });
		expectProblem(answer, "/v1/clients", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: field });
		expect(answer.body.detail).toContain(field);
	});

	it.each([
		["a value that is no string", { a: 1 }, "metadata.a"],
		["a value over 500 characters", { a: "v".repeat(501) }, "metadata.a"],
		["a key over 40 characters", { ["k".repeat(41)]: "v" }, `metadata.${"k".repeat(41)}`],
	])("refuses metadata with %s", async (_, metadata, path) => {
		const body = { email: newEmail(), first_name: "Ana", metadata };
		const answer = await call(400, "/v1/clients", { key: world.key, body });
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path });
	});

	it("takes metadata up to its bounds", async () => {
		const entries = Array.from({ length: 50 }, (_, i) => [String(i).padStart(40, "k"), "v".repeat(500)]);
		const metadata = Object.fromEntries(entries);
		expect((await create({ metadata })).metadata).toEqual(metadata);
	});

	it("trims white space around the email and keeps its spelling", async () => {
		const { email } = await create({ email: " \tTrim.Me@Example.com \n" });
		expect(email).toBe("Trim.Me@Example.com");
	});

	it.each(["Taken@Example.com", "taken@example.com", " TAKEN@EXAMPLE.COM "])(
		"refuses the taken email %j and names the client that has it",
		async (email) => {
			const listed = await call(200, "/v1/clients?email=taken@example.com", { key: world.key });
			const holder = listed.body.data[0] ?? (await create({ email: "taken@example.com" }));
			const answer = await call(409, "/v1/clients", { key: world.key, body: { email, first_name: "Eve" } });
			expectProblem(answer, "/v1/clients", "duplicate_email");
			expect(answer.body.existing_id).toBe(holder.id);
		},
	);

	it("leaves other tenants' emails out of it", async () => {
		await create({ email: "both@example.com" });
		await create({ email: "both@example.com" }, other.key);
	});

	it("refuses an artist that is unknown, malformed or another tenant's, all alike", async () => {
		const theirs = await newArtist(other.id);
		for (const assigned_artist_id of [newId("artist", Date.now()), theirs, "nobody", ""]) {
			const body = { email: newEmail(), first_name: "Ana", assigned_artist_id };
			const answer = await call(400, "/v1/clients", { key: world.key, body });
			expectProblem(answer, "/v1/clients", "validation_error");
			expect(answer.body.errors).toEqual([
				{ location: "body", path: "assigned_artist_id", message: "names no artist" },
			]);
		}
	});

	it("drops unknown properties at every depth and names them", async () => {
		const body = {
			email: newEmail(),
			frist_name: "typo",
			first_name: "Ana",
			id: "cli_mine",
			address: { city: "Berlin", zip: "10999" },
			metadata: { anything: "goes" },
		};
		const { headers, body: client } = await call(201, "/v1/clients?dry_run=1", { key: world.key, body });
		expect(headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual([
			"address.zip",
			"dry_run",
			"frist_name",
			"id",
		]);
		expect(client.address.city).toBe("Berlin");
		expect(client.metadata).toEqual({ anything: "goes" });
	});

	it("names nothing when nothing was dropped", async () => {
		const { headers } = await call(201, "/v1/clients", { key: world.key, body: { ...everything, email: newEmail() } });
		expect(headers.has("Service-Ignored-Fields")).toBe(false);
	});
});

describe("listing clients", () => {
	let lister: Tenant;
	const ids: string[] = [];

	beforeAll(async () => {
		lister = await newWorld();
		for (let n = 0; n < 120; n++) ids.unshift((await create({}, lister.key)).id);
	});

	const list = async (query: string): Promise<Json> =>
		(await call(200, `/v1/clients${query}`, { key: lister.key })).body;

	it("shows the newest first, 50 unless asked otherwise", async () => {
		const { data, has_more } = await list("");
		expect(data.map(({ id }: Json) => id)).toEqual(ids.slice(0, 50));
		expect(has_more).toBe(true);
	});

	it.each([1, 7, 40, 60, 100])("shows each of 120 clients once in pages of %i", async (limit) => {
		const pages = await readAllPages(`/v1/clients?limit=${limit}`, lister.key);
		expect(pages.flat().map(({ id }) => id)).toEqual(ids);
		expect(pages).toHaveLength(Math.ceil(120 / limit));
	});

	it("never ends with an empty page: exactly `limit` remaining records are the last page", async () => {
		const first = await call(200, "/v1/clients?limit=60", { key: lister.key });
		expect(first.body).toMatchObject({ has_more: true, next_cursor: expect.stringMatching(/^[\w-]+$/) });
		const last = await call(200, `/v1/clients?limit=60&cursor=${first.body.next_cursor}`, { key: lister.key });
		expect(last.body.data).toHaveLength(60);
		expect(last.body).toMatchObject({ has_more: false, next_cursor: null });
		expect(last.headers.has("Link")).toBe(false);
	});

	it("links to the next page, which works as it stands", async () => {
		const since = "2020-01-01T00:00:00%2B02:00";
		let path: string | undefined = `/v1/clients?limit=50&updated_since=${since}&unknown=x`;
		const seen: string[] = [];
		while (path) {
			const { headers, body }: Answer = await call(200, path, { key: lister.key });
			seen.push(...body.data.map(({ id }: Json) => id));
			const [, url] = /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "") ?? [];
			expect(url !== undefined).toBe(body.has_more);
			path = url && new URL(url).pathname + new URL(url).search;
			if (url) expect(new URL(url).origin).toBe("https://api.test");
			if (url) expect(new URL(url).searchParams.get("cursor")).toBe(body.next_cursor);
			if (url) expect(new URL(url).searchParams.get("limit")).toBe("50");
		}
		expect(seen).toEqual(ids);
	});

	it("keeps its place while clients come and go", async () => {
		const first = await list("?limit=10");
		const late = await create({}, lister.key);
		const gone = ids[9] as string;
		await call(200, `/v1/clients/${gone}`, { method: "DELETE", key: lister.key });
		const second = await list(`?limit=10&cursor=${first.next_cursor}`);
		expect(second.data.map(({ id }: Json) => id)).toEqual(ids.slice(10, 20));
		await call(200, `/v1/clients/${late.id}`, { method: "DELETE", key: lister.key });
		ids.splice(9, 1);
	});

	it("lets the page size change between pages", async () => {
		const first = await list("?limit=10");
		const second = await list(`?limit=100&cursor=${first.next_cursor}`);
		expect(second.data[0].id).toBe(ids[10]);
	});

	it("binds the cursor to its filters, its collection and its tenant", async () => {
		const { next_cursor } = await list("?limit=10");
		const since = await list("?limit=10&updated_since=2020-01-01T00:00:00Z");
		const refused = [
			[`/v1/clients?updated_since=2020-01-01T00:00:00Z&cursor=${next_cursor}`, lister.key],
			[`/v1/clients?email=a@example.com&cursor=${next_cursor}`, lister.key],
			[`/v1/clients?cursor=${since.next_cursor}`, lister.key],
			[`/v1/clients?updated_since=2020-01-01T00:00:00.001Z&cursor=${since.next_cursor}`, lister.key],
			[`/v1/events?cursor=${next_cursor}`, lister.key],
			[`/v1/audit_log?cursor=${next_cursor}`, lister.key],
			[`/v1/clients?cursor=${next_cursor}`, other.key],
			[`/v1/clients?cursor=${next_cursor}x`, lister.key],
			[`/v1/clients?cursor=${next_cursor.slice(0, -1)}`, lister.key],
		] as const;
		for (const [path, key] of refused) expectProblem(await send(path, { key }), path, "invalid_cursor");
	});

	it("takes the same instant in another zone for the same filter", async () => {
		const { next_cursor } = await list("?limit=10&updated_since=2020-01-01T00:00:00Z");
		await list(`?limit=10&updated_since=2020-01-01T02:00:00%2B02:00&cursor=${next_cursor}`);
	});

	it("shows only the tenant's own", async () => {
		const theirs = await newWorld();
		expect((await call(200, "/v1/clients", { key: theirs.key })).body).toEqual({
			object: "list",
			data: [],
			has_more: false,
			next_cursor: null,
		});
	});

	it.each(["2026-01-01", "1767225600000", "yesterday", "", "2026-01-01T00:00:00", "2026-02-30T00:00:00Z"])(
		"refuses updated_since=%s",
		async (value) => {
			const path = `/v1/clients?updated_since=${value}`;
			const answer = await send(path, { key: lister.key });
			expectProblem(answer, path, "validation_failed");
			expect(answer.body.errors[0]).toMatchObject({ location: "querystring", path: "updated_since" });
		},
	);

	it.each(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])("takes updated_since=%s", async (value) => {
		await list(`?updated_since=${value}`);
	});
});

describe("syncing changed clients", () => {
	it("updated_since is inclusive to the millisecond", async () => {
		const tenant = await newWorld();
		const { id, updated_at } = await create({}, tenant.key);
		const later = new Date(Date.parse(updated_at) + 1).toISOString();
		const found = async (since: string) =>
			(await call(200, `/v1/clients?updated_since=${since}`, { key: tenant.key })).body.data.map(
				(client: Json) => client.id,
			);
		expect(await found(updated_at)).toEqual([id]);
		expect(await found(later)).toEqual([]);
	});

	it("finds what was changed since, in pages, newest record first", async () => {
		const tenant = await newWorld();
		const ids: string[] = [];
		for (let n = 0; n < 12; n++) ids.unshift((await create({}, tenant.key)).id);
		const since = advance(1000);
		const changed = ids.filter((_, index) => index % 2 === 0);
		for (const id of changed)
			await call(200, `/v1/clients/${id}`, { method: "PATCH", key: tenant.key, body: { notes: "again" } });
		const pages = await readAllPages(`/v1/clients?limit=2&updated_since=${since}`, tenant.key);
		expect(pages.flat().map(({ id }) => id)).toEqual(changed);
		expect(pages).toHaveLength(3);
	});

	it("finds a client by its email without regard to case, and nobody by an unknown one", async () => {
		const client = await create({ email: "Find.Me@example.com" });
		const find = async (email: string) =>
			(await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key: world.key })).body.data;
		expect(await find("find.me@EXAMPLE.com")).toEqual([client]);
		expect(await find("find.you@example.com")).toEqual([]);
		expect(await find("find")).toEqual([]);
		expect(await find("%")).toEqual([]);
	});
});

describe("changing a client", () => {
	it("changes the fields that are sent and no other", async () => {
		const before = await create({ ...everything, email: newEmail() });
		advance(5);
		const { body: after } = await patch(200, before.id, { first_name: "Magdalena", is_blocked: false });
		expect(after).toEqual({
			...before,
			first_name: "Magdalena",
			is_blocked: false,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(Date.parse(after.updated_at) - Date.parse(before.updated_at)).toBeGreaterThanOrEqual(5000);
		expect(await get(before.id)).toEqual(after);
	});

	it("empties a field with null", async () => {
		const { email: _, first_name: __, tags: ___, metadata: ____, ...rest } = everything;
		const nullable = Object.keys(rest).filter((name) => typeof rest[name as keyof typeof rest] !== "boolean");
		const { id } = await create({ ...everything, email: newEmail(), assigned_artist_id: await newArtist(world.id) });
		const nulls = Object.fromEntries([...nullable, "assigned_artist_id", "metadata"].map((name) => [name, null]));
		const { body } = await patch(200, id, { ...nulls, tags: [] });
		expect(body).toMatchObject({ ...nulls, tags: [], metadata: {} });
	});

	it("replaces address and tags whole", async () => {
		const { id } = await create({ ...everything, email: newEmail() });
		const { body } = await patch(200, id, { address: { city: "Berlin" }, tags: ["x"] });
		expect(body.address).toEqual({
			line1: null,
			line2: null,
			city: "Berlin",
			state: null,
			postal_code: null,
			country: null,
		});
		expect(body.tags).toEqual(["x"]);
	});

	it.each([
		["an empty body", {}],
		["the values it has", { first_name: "Ana", tags: ["b", "a"], metadata: { y: "1", x: "2" } }],
		["the same metadata in another order", { metadata: { x: "2", y: "1" } }],
		["the same email with white space", { email: "\tnoop@example.com " }],
		["only unknown properties", { nickname: "A" }],
	])("does nothing with %s: no event, updated_at stays", async (_, body) => {
		const given = { email: "noop@example.com", tags: ["b", "a"], metadata: { y: "1", x: "2" } };
		const listed = await call(200, "/v1/clients?email=noop@example.com", { key: world.key });
		const before = listed.body.data[0] ?? (await create(given));
		const count = (await eventsOf(before.id)).length;
		advance(5);
		expect((await patch(200, before.id, body)).body).toEqual(before);
		expect(await get(before.id)).toEqual(before);
		expect(await eventsOf(before.id)).toHaveLength(count);
	});

	it("refuses an email that another client has, in any case, and changes nothing", async () => {
		const [holder, client] = [await create({ email: "holder@example.com" }), await create()];
		const answer = await patch(409, client.id, { email: "HOLDER@example.com", first_name: "Eve" });
		expectProblem(answer, `/v1/clients/${client.id}`, "duplicate_email");
		expect(answer.body.existing_id).toBe(holder.id);
		expect(await get(client.id)).toEqual(client);
		expect(await eventsOf(client.id)).toHaveLength(1);
	});

	it("takes the client's own email in another case", async () => {
		const { id } = await create({ email: "own@example.com" });
		expect((await patch(200, id, { email: "Own@Example.com" })).body.email).toBe("Own@Example.com");
		expect((await eventsOf(id)).at(-1).data.changes).toEqual({
			email: { old: "own@example.com", new: "Own@Example.com" },
		});
	});

	it("refuses null where a value must be", async () => {
		const { id } = await create();
		for (const field of ["email", "first_name", "tags", "is_blocked"]) {
			const { body } = await patch(400, id, { [field]: null });
			expect(body.errors).toEqual([{ location: "body", path: field, message: expect.any(String) }]);
		}
	});

	it("refuses an artist that is not the tenant's", async () => {
		const { id } = await create();
		const mine = await newArtist(world.id);
		expect((await patch(200, id, { assigned_artist_id: mine })).body.assigned_artist_id).toBe(mine);
		for (const artist of [await newArtist(other.id), newId("artist", Date.now())]) {
			const { body } = await patch(400, id, { assigned_artist_id: artist });
			expect(body.code).toBe("validation_error");
			expect(body.errors[0].path).toBe("assigned_artist_id");
		}
	});

	it("cannot reach another tenant's client", async () => {
		const theirs = await create({}, other.key);
		await patch(404, theirs.id, { first_name: "Eve" });
		await remove(404, theirs.id);
		expect((await call(200, `/v1/clients/${theirs.id}`, { key: other.key })).body).toEqual(theirs);
	});
});

describe("deleting a client", () => {
	it("says so, and the client is gone from everywhere", async () => {
		const { id, email } = await create();
		expect((await remove(200, id)).body).toEqual({ object: "client", id, deleted: true });
		await call(404, `/v1/clients/${id}`, { key: world.key });
		await patch(404, id, { first_name: "B" });
		await remove(404, id);
		const { body } = await call(200, `/v1/clients?email=${email}`, { key: world.key });
		expect(body.data).toEqual([]);
	});

	it("frees the email at once", async () => {
		const { id, email } = await create();
		await remove(200, id);
		expect((await create({ email })).id).not.toBe(id);
	});
});

describe("merging clients", () => {
	it("keeps the target's own fields, the source is gone, and client.merged tells both", async () => {
		const [target, source] = [await create({ notes: "target" }), await create({ notes: "source" })];
		advance(1);
		const { body } = await merge(200, target.id, source.id);
		expect(body).toEqual({ ...target, updated_at: body.updated_at });
		expect(body.updated_at > target.updated_at).toBe(true);
		await call(404, `/v1/clients/${source.id}`, { key: world.key });
		const event = (await eventsOf(target.id)).at(-1);
		expect(event.type).toBe("client.merged");
		expect(event.data).toMatchObject({
			clientId: target.id,
			sourceClientId: source.id,
			sourceClient: { clientId: source.id, email: source.email, notes: "source" },
		});
	});

	it("frees the source's email at once", async () => {
		const [target, source] = [await create(), await create()];
		await merge(200, target.id, source.id);
		await patch(200, target.id, { email: source.email });
	});

	it("refuses a client as its own source", async () => {
		const { id } = await create();
		const answer = await merge(400, id, id);
		expectProblem(answer, `/v1/clients/${id}/merge`, "validation_error");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: "source_id" });
		await get(id);
	});

	it("refuses an unknown source like another tenant's and changes neither", async () => {
		const [target, theirs] = [await create(), await create({}, other.key)];
		const refused = [];
		for (const source of [newId("client", Date.now()), theirs.id, "nobody"]) {
			const answer = await merge(400, target.id, source);
			expectProblem(answer, `/v1/clients/${target.id}/merge`, "validation_error");
			refused.push(answer.body.errors);
		}
		expect(refused).toEqual(Array(3).fill([{ location: "body", path: "source_id", message: "names no client" }]));
		expect(await get(target.id)).toEqual(target);
		await call(200, `/v1/clients/${theirs.id}`, { key: other.key });
	});

	it("cannot merge into another tenant's client or an unknown one", async () => {
		const [source, theirs] = [await create(), await create({}, other.key)];
		await merge(404, theirs.id, source.id);
		await merge(404, newId("client", Date.now()), source.id);
		await get(source.id);
	});

	it.each([undefined, null, 1, ["a"]])("needs the source as a string, not %j", async (source) => {
		const { id } = await create();
		const { body } = await merge(400, id, source);
		expect(body.code).toBe("validation_failed");
		expect(body.errors[0].path).toBe("source_id");
	});
});

describe("races", () => {
	const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

	it("one of 50 parallel creates of an email wins, and the others name the winner", async () => {
		const email = newEmail();
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, n) =>
				send("/v1/clients", {
					key: world.key,
					body: { email: n % 2 ? email : email.toUpperCase(), first_name: `${n}` },
				}),
			),
		);
		expect(statuses(answers)).toEqual([201, ...Array(49).fill(409)]);
		const winner = answers.find(({ status }) => status === 201)?.body;
		for (const { status, body } of answers)
			if (status === 409) expect(body).toMatchObject({ code: "duplicate_email", existing_id: winner.id });
		expect(await eventsOf(winner.id)).toHaveLength(1);
	});

	it("no parallel PATCH is silently lost: each is applied or refused, and the changes chain without a gap", async () => {
		const first = await create({ notes: "start" });
		const answers: Answer[] = [];
		for (let round = 0; round < 3; round++)
			answers.push(
				...(await Promise.all(
					Array.from({ length: 15 }, (_, n) =>
						send(`/v1/clients/${first.id}`, { method: "PATCH", key: world.key, body: { notes: `${round}.${n}` } }),
					),
				)),
			);
		for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
		const applied = answers.filter(({ status }) => status === 200);
		expect(applied.length).toBeGreaterThanOrEqual(3);
		const updates = (await eventsOf(first.id)).filter(({ type }) => type === "client.updated");
		expect(updates).toHaveLength(applied.length);
		const bySequence = updates.sort((a, b) => a.sequence - b.sequence);
		let notes = "start";
		for (const { data } of bySequence) {
			expect(data.changes.notes.old).toBe(notes);
			notes = data.changes.notes.new;
		}
		expect((await get(first.id)).notes).toBe(notes);
		expect(applied.map(({ body }) => body.notes).sort()).toEqual(bySequence.map(({ data }) => data.notes).sort());
	});

	it("parallel PATCHes of different fields do not undo each other", async () => {
		const { id } = await create();
		const fields = ["last_name", "phone", "pronouns", "notes", "source"];
		const answers = await Promise.all(
			fields.map((field) => send(`/v1/clients/${id}`, { method: "PATCH", key: world.key, body: { [field]: "set" } })),
		);
		const client = await get(id);
		for (const [index, field] of fields.entries())
			expect(client[field], field).toBe(answers[index]?.status === 200 ? "set" : null);
	});

	it("a deletion and parallel PATCHes: the client is gone, and no change comes after its end", async () => {
		for (let round = 0; round < 5; round++) {
			const { id } = await create();
			const attempts = [
				send(`/v1/clients/${id}`, { method: "PATCH", key: world.key, body: { notes: "a" } }),
				send(`/v1/clients/${id}`, { method: "DELETE", key: world.key }),
				send(`/v1/clients/${id}`, { method: "PATCH", key: world.key, body: { notes: "b" } }),
				send(`/v1/clients/${id}`, { method: "DELETE", key: world.key }),
			];
			const answers = await Promise.all(attempts);
			for (const { status } of answers) expect([200, 404, 409]).toContain(status);
			const deletions = [answers[1], answers[3]].filter((answer) => answer?.status === 200);
			expect(deletions.length).toBeLessThanOrEqual(1);
			const history = (await eventsOf(id)).sort((a, b) => a.sequence - b.sequence).map(({ type }) => type);
			expect(history.filter((type) => type === "client.deleted")).toHaveLength(deletions.length);
			if (deletions.length > 0) expect(history.at(-1)).toBe("client.deleted");
			await call(deletions.length > 0 ? 404 : 200, `/v1/clients/${id}`, { key: world.key });
		}
	});

	it("of parallel merges of one source into several targets at most one succeeds", async () => {
		for (let round = 0; round < 3; round++) {
			const [source, ...targets] = await Promise.all([create(), create(), create(), create()]);
			const answers = await Promise.all(
				targets.map(({ id }) => send(`/v1/clients/${id}/merge`, { key: world.key, body: { source_id: source.id } })),
			);
			const merged = answers.filter(({ status }) => status === 200);
			expect(merged).toHaveLength(1);
			for (const { status, body } of answers)
				if (status !== 200) expect(["conflict", "validation_error"]).toContain(body.code);
			for (const { id } of targets) await get(id);
			await call(404, `/v1/clients/${source.id}`, { key: world.key });
		}
	});

	it("of two clients merged into each other at once one remains", async () => {
		const [a, b] = await Promise.all([create(), create()]);
		const answers = await Promise.all([
			send(`/v1/clients/${a.id}/merge`, { key: world.key, body: { source_id: b.id } }),
			send(`/v1/clients/${b.id}/merge`, { key: world.key, body: { source_id: a.id } }),
		]);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		const left = await Promise.all([a, b].map(({ id }) => send(`/v1/clients/${id}`, { key: world.key })));
		expect(statuses(left)).toEqual([200, 404]);
	});

	it("of parallel PATCHes to one email one wins", async () => {
		const email = newEmail();
		const clients = await Promise.all(Array.from({ length: 8 }, () => create()));
		const answers = await Promise.all(
			clients.map(({ id }) => send(`/v1/clients/${id}`, { method: "PATCH", key: world.key, body: { email } })),
		);
		expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)]);
		for (const { status, body } of answers) if (status === 409) expect(body.code).toBe("duplicate_email");
	});
});

describe("updated_since beside another filter", () => {
	it("finds the record among more changed ones than a page can hold", async () => {
		const { id, key } = await newWorld();
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
				INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
				SELECT 'cli_' || printf('%032x', i), ?1, i || '@example.com', i || '@example.com', 'Ana', i, i FROM n`,
			)
			.bind(id)
			.run();
		const { body } = await call(200, "/v1/clients?email=7@example.com&updated_since=1970-01-01T00:00:00Z", { key });
		expect(body.data.map(({ email }: { email: string }) => email)).toEqual(["7@example.com"]);
	});
});
