import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeDeparted } from "../src/domain/moves/remove-departed.ts";
import type { Writer } from "../src/platform/commit/writer.ts";
import type { Store } from "../src/platform/db/database.ts";
import { clock } from "../src/platform/lib/clock.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { databaseOf } from "./support/local.ts";
import { dataDatabase, move, moveWriter, otherDatabase } from "./support/moves.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, type Tenant } from "./support/world.ts";

let world: Tenant;
beforeEach(() => advance(60));

let made = 0;
const create = async (given: object = {}, key = world.key): Promise<string> =>
	(await call(201, "/v1/clients", { key, body: { email: `x${++made}@y.zz`, first_name: "Q", ...given } })).body.id;
const path = (q: string, more = "") => `/v1/clients?q=${encodeURIComponent(q)}${more}`;
const found = async (q: string, more = "", key = world.key): Promise<string[]> =>
	(await readAllPages(path(q, more), key)).flat().map(({ id }) => id);

describe("a search finds a client", () => {
	let id: string;
	beforeAll(async () => {
		world = await newWorld();
		id = await create({
			first_name: "Zoë Marie",
			last_name: "O’Brien-Łukasz",
			email: "Zoe.B+ink@Gmail.example",
			phone: "+49 (0)170 123-4567",
			instagram_handle: "@zoë_inks.berlin",
		});
		await create({ first_name: "Anna", email: "anna@gmail.example", phone: "+491709999999" });
	});

	it.each([
		"zoe",
		"ZOË",
		"zo",
		"marie",
		"mar zo",
		"obrien",
		"O'Brien",
		"o’br",
		"lukasz",
		"ŁUK",
		"obrien lukasz zoe",
		"zoe.b+ink@gmail.example",
		"ink gmail",
		"@zoë_inks",
		"berlin",
		"+49 170 1234567",
		"+491701234567",
		"0170 1234567",
		"0170/123",
		"170 123",
		"1234567",
		"zoe 0170",
		"  zoe  ",
		"zoe zoe z",
	])("by %j", async (q) => {
		expect(await found(q)).toEqual([id]);
	});

	it.each(["oe", "arie", "zoe anna", "zoem", "gmail zoex", "9999999", "170 124", '"zoe marie x"'])(
		"but not by %j",
		async (q) => {
			expect(await found(q)).not.toContain(id);
		},
	);

	it.each(['zoe" OR "anna', "zoe OR anna", "zoe*", "NOT anna zoe", "zoe -marie", "(zoe)", "first_name:zoe", "^zoe"])(
		"with %j as words, because no sign is an operator",
		async (q) => {
			const words = q.toLowerCase().match(/[a-z]+/g) ?? [];
			const isMet = words.every((word) => ["zoe", "marie"].some((own) => own.startsWith(word)));
			expect(await found(q)).toEqual(isMet ? [id] : []);
		},
	);
});

describe("a search", () => {
	beforeAll(async () => {
		world = await newWorld();
	});

	it("lists the newest first, in pages, and nothing of another studio", async () => {
		const other = await newWorld();
		await create({ last_name: "Paging" }, other.key);
		const ids = [];
		for (let n = 0; n < 5; n++) ids.unshift(await create({ last_name: "Paging", first_name: n % 2 ? "Odd" : "Even" }));
		expect((await readAllPages(path("pagi", "&limit=2"), world.key)).map((page) => page.map(({ id }) => id))).toEqual([
			ids.slice(0, 2),
			ids.slice(2, 4),
			ids.slice(4),
		]);
		expect(await found("pagi odd", "&limit=1")).toEqual([ids[1], ids[3]]);
		expect((await readAllPages(path("paging"), other.key)).flat()).toHaveLength(1);
	});

	it("follows every change of a client: create, PATCH, merge, deletion, actions and forms", async () => {
		const { key } = world;
		const id = await create({ first_name: "Before" });
		expect(await found("before")).toEqual([id]);
		const patch = (body: object) => call(200, `/v1/clients/${id}`, { key, method: "PATCH", body });
		await patch({ first_name: "After", phone: "555 0199" });
		expect([await found("before"), await found("after"), await found("5550199")]).toEqual([[], [id], [id]]);
		await patch({ phone: null, notes: "before" });
		expect([await found("5550199"), await found("before")]).toEqual([[], []]);
		const target = await create({ first_name: "Target" });
		await call(200, `/v1/clients/${target}/merge`, { key, method: "POST", body: { source_id: id } });
		expect([await found("after"), await found("target")]).toEqual([[], [target]]);
		await call(200, `/v1/clients/${target}`, { key, method: "DELETE" });
		expect(await found("target")).toEqual([]);
		const action = { email: "acted@y.zz", first_name: "Acted" };
		await call(201, "/v1/automation/actions/find_or_create_client", { key, body: action });
		expect(await found("acted")).toHaveLength(1);
		const fields = [
			{ key: "email", label: "Email", type: "email" },
			{ key: "first_name", label: "Name", type: "text" },
		];
		const form = (await call(201, "/v1/forms", { key, body: { name: "F", fields, links_client: true } })).body.id;
		const answers = { submission_data: { email: "formed@y.zz" } };
		await call(201, `/v1/forms/${form}/submissions`, { key, body: answers });
		expect(await found("formed")).toHaveLength(1);
		const { results } = await dataDatabase(await databaseOf(world.id))
			.prepare("SELECT printf('%015x', rowid) AS digits FROM client_search WHERE client_search MATCH ?")
			.bind(`"${world.id.slice(4)}" *`)
			.all<{ digits: string }>();
		expect(results.map(({ digits }) => digits)).not.toContain(id.slice(5, 20));
		expect(results.map(({ digits }) => digits)).not.toContain(target.slice(5, 20));
	});

	it("finds each of several clients whose ids begin alike, whatever happens to the others", async () => {
		const { id, key } = await newWorld();
		const twin = (n: number) => `cli_0123456789abcdef${String(n).repeat(16)}`;
		const add = (n: number) =>
			database
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, search_words, created_at, updated_at)
					VALUES (?1, ?2, ?1, ?1, 'A', json_array('alike', 'n' || ?3), 1, 1)`,
				)
				.bind(twin(n), id, n)
				.run();
		const pages = async (q: string, more: string) =>
			(await readAllPages(path(q, more), key)).map((page) => page.map((client) => client.id));
		for (const n of [1, 2, 3]) await add(n);
		for (const q of ["alike", "alike n"]) {
			expect(await pages(q, "&limit=1")).toEqual([[twin(1)], [twin(2)], [twin(3)]]);
			expect(await pages(q, "&limit=2")).toEqual([[twin(1), twin(2)], [twin(3)]]);
		}
		expect(await pages("n2", "")).toEqual([[twin(2)]]);
		const change = (sql: string) => database.prepare(sql).bind(id, twin(2)).run();
		await change("UPDATE clients SET search_words = '[\"other\"]' WHERE tenant_id = ? AND id = ?");
		expect(await pages("alike", "")).toEqual([[twin(1), twin(3)]]);
		expect(await pages("other", "")).toEqual([[twin(2)]]);
		await change('UPDATE clients SET search_words = \'["alike","n2"]\' WHERE tenant_id = ? AND id = ?');
		await change("DELETE FROM clients WHERE tenant_id = ? AND id = ?");
		expect(await pages("alike n", "")).toEqual([[twin(1), twin(3)]]);
		expect(await pages("n2", "")).toEqual([[]]);
	});

	it("combines with email and updated_since", async () => {
		const early = await create({ first_name: "Combined", email: "combined.early@y.zz" });
		const since = advance(60);
		const late = await create({ first_name: "Combined" });
		expect(await found("combined")).toEqual([late, early]);
		expect(await found("combined", `&updated_since=${since}`)).toEqual([late]);
		expect(await found("combined", "&email=Combined.Early@y.zz")).toEqual([early]);
		expect(await found("other", "&email=combined.early@y.zz")).toEqual([]);
		expect(await found("combined", `&email=combined.early@y.zz&updated_since=${since}`)).toEqual([]);
	});

	it("refuses sort, and says so", async () => {
		const { body } = await call(400, path("zoe", "&sort=updated_at"), { key: world.key });
		expect(body).toMatchObject({ code: "validation_error", errors: [{ location: "querystring", path: "sort" }] });
	});

	it.each([
		["nothing to search for", ""],
		["signs alone", " -*@\u0301"],
		["nine words", "a b c d e f g h i"],
		["201 characters", "a".repeat(201)],
	])("refuses %s", async (_, q) => {
		const { body } = await call(400, path(q), { key: world.key });
		expect(body).toMatchObject({ code: "validation_failed", errors: [{ location: "querystring", path: "q" }] });
	});

	it("takes words of any length and script, of which 16 characters count", async () => {
		const id = await create({ first_name: "Ωμέγα 刺青師", last_name: "Wolfeschlegelsteinhausen" });
		for (const q of ["ωμεγ", "刺青", "wolfeschlegelsteinhausen", "wolfeschlegels", "刺青師 wolf ωμεγα"])
			expect(await found(q), q).toEqual([id]);
	});
});

describe("a studio that moves to another database", () => {
	const placesIn = async (binding: string, id: string) =>
		(
			await dataDatabase(binding)
				.prepare("SELECT printf('%015x', rowid) AS digits FROM client_search WHERE client_search MATCH ?")
				.bind(`"${id.slice(4)}" *`)
				.all()
		).results;

	it.runIf("DATA_2" in env)("searches on there, and leaves no words behind", async () => {
		const { id, key } = await newWorld();
		const client = await create({ first_name: "Moving" }, key);
		const [from, to] = [await databaseOf(id), await otherDatabase(id)];
		const before = await placesIn(from, id);
		expect(before).toEqual([{ digits: client.slice(5, 20) }]);
		await move(id, to);
		expect(await found("moving", "", key)).toEqual([client]);
		expect(await placesIn(to, id)).toEqual(before);
		advance(25 * 3600);
		await removeDeparted(moveWriter(from) as Writer & { dataDatabase: Store }, clock.now(), 10_000);
		expect(await placesIn(from, id)).toEqual([]);
	});
});

describe("a search whose words are all common and rarely meet", () => {
	it("ends a page early and goes on with its cursor, so that it misses nobody", async () => {
		const { id, key } = await newWorld();
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2993)
				INSERT INTO clients (id, tenant_id, email, email_key, first_name, search_words, created_at, updated_at)
				SELECT 'cli_' || printf('%016x%016x', i, i), ?1, i || '@y.zz', i || '@y.zz', 'A',
					CASE WHEN i IN (7, 8, 2993) THEN '["x","y"]' WHEN i % 2 THEN '["x"]' ELSE '["y"]' END, i, i FROM n`,
			)
			.bind(id)
			.run();
		const pages = await readAllPages(path("x y"), key);
		// 1498 clients have the word x, and each page looks at 500 of them at least.
		expect(pages).toHaveLength(3);
		expect(pages.flat().map((client) => Number.parseInt(client.id.slice(4, 20), 16))).toEqual([2993, 8, 7]);
	});
});
