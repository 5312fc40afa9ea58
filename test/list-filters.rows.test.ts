import { describe, expect, it, onTestFinished } from "vitest";
import { endpoints } from "../src/api/v1.ts";
import { isList } from "../src/platform/http/endpoint/endpoint.ts";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database, rows } from "./support/database.ts";
import { createEndpoint } from "./support/deliveries.ts";
import { newFullStudio } from "./support/full-studio.ts";
import { everyPair } from "./support/pairs.ts";
import { newArtist, newClient, newEventType, type Studio } from "./support/studio.ts";

/** A record that a filter finds among others: the columns in which it differs, and those in which all differ. */
interface Case {
	path: string;
	table: string;
	query: string;
	hit: Record<string, string>;
	other: Record<string, string>;
	/** How many rows a record that is found takes. */
	each?: number;
	/** No index has the filter, so that a page walks the list. */
	walked?: true;
	/** How many records the filter finds: one by a unique value. */
	hits?: number;
}

const idOf = (name: string, digit: string) => `${name === "shop_id" ? "shp" : "cli"}_${digit.repeat(32)}`;
const wanted = (name: string) => idOf(name, "a");
const other = (name: string) => `'${idOf(name, "b")}'`;
const unique = "'x-' || CAST(i AS INTEGER)";
const eventId = "'evt_' || printf('%032x', i)";
const cases: Case[] = [
	{
		path: "/v1/clients",
		table: "clients",
		query: "email=Wanted@Example.com",
		hits: 1,
		hit: { email: "'wanted@example.com'", email_key: "'wanted@example.com'" },
		other: { email: "i || '@example.com'", email_key: "i || '@example.com'" },
	},
	...["client_id=$client", "artist_id=$artist"].map((query) => ({
		path: "/v1/ideas",
		table: "ideas",
		query,
		other: {},
		hit: { [query.split("=")[0] as string]: `'${query.split("=")[1]}'` },
	})),
	...["artists", "shops", "event_types"].map((table) => ({
		path: `/v1/${table}`,
		table,
		query: "slug=wanted-$unique",
		hits: 1,
		hit: { slug: "'wanted-$unique'" },
		other: { slug: unique },
	})),
	{
		path: "/v1/artists",
		table: "artists",
		query: "shop_id=$shop",
		hit: { slug: unique, shop_id: "'$shop'" },
		other: { slug: unique },
	},
	{
		path: "/v1/event_types",
		table: "event_types",
		query: "shop_id=$shop",
		walked: true as const,
		hit: { slug: unique, artist_id: "'$inShop'" },
		other: { slug: unique },
	},
	...[`resource_id=${wanted("client_id")}`, "request_id=wanted", "action=lead.deleted"].map((query) => ({
		path: "/v1/audit_log",
		table: "audit_entries",
		query,
		other: { action: "'lead.created'" },
		...(query.startsWith("action") ? { walked: true as const } : {}),
		hit: { [query.split("=")[0] as string]: `'${query.split("=")[1]}'` },
	})),
	{
		path: "/v1/deliveries",
		table: "deliveries",
		query: `event_id=evt_${"a".repeat(32)}`,
		hits: 1,
		each: 40,
		hit: { event_id: `'evt_${"a".repeat(32)}'`, missed: "1", test_body: "'{}'" },
		other: { event_id: eventId, test_body: "'{}'" },
	},
	{
		path: "/v1/deliveries",
		table: "deliveries",
		query: "endpoint_id=$endpoint",
		each: 40,
		hit: { endpoint_id: "'$endpoint'", event_id: eventId, test_body: "'{}'" },
		other: { event_id: eventId, test_body: "'{}'" },
	},
	...["shop_id", "crm_appointment_id"].map((name) => ({
		path: "/v1/appointments",
		table: "appointments",
		query: `${name}=${wanted(name)}`,
		hit: { [name]: `'${wanted(name)}'`, status: "'CANCELLED'" },
		other: { [name]: other(name), status: "'CANCELLED'" },
	})),
	{
		path: "/v1/appointments",
		table: "appointments",
		query: "artist_id=$artist",
		hit: { artist_id: "'$artist'", status: "'CANCELLED'" },
		other: { status: "'CANCELLED'" },
	},
	{
		path: "/v1/appointments",
		table: "appointments",
		query: "client_id=$client",
		hit: { client_id: "'$client'", status: "'CANCELLED'" },
		other: { status: "'CANCELLED'" },
	},
	{
		path: "/v1/appointments",
		table: "appointments",
		query: "event_type_id=$type",
		hit: { event_type_id: "'$type'", status: "'CANCELLED'" },
		other: { status: "'CANCELLED'" },
	},
	...["status=NO_SHOW", "status=NO_SHOW,COMPLETED"].map((query) => ({
		path: "/v1/appointments",
		table: "appointments",
		query,
		...(query.includes(",") ? { walked: true as const } : {}),
		hit: { status: "'NO_SHOW'" },
		other: { status: "'CANCELLED'" },
	})),
	{
		path: "/v1/appointments",
		table: "appointments",
		query: "deposit_status=FORFEITED",
		hit: {
			deposit: `'{"id":"dep_1","status":"FORFEITED","due_at":1,"held_at":1,"released_at":1}'`,
			status: "'CANCELLED'",
		},
		other: {
			deposit: `'{"id":"dep_1","status":"REFUNDED","due_at":1,"held_at":1,"released_at":1}'`,
			status: "'CANCELLED'",
		},
	},
	...["sort=start_at", "sort=-start_at"].map((sort) => ({
		path: "/v1/appointments",
		table: "appointments",
		query: `start_from=2001-01-01T00:00:00Z&start_to=2001-01-02T00:00:00Z&${sort}`,
		hit: { start_at: String(Date.UTC(2001, 0, 1)), status: "'CANCELLED'" },
		other: { start_at: "i", status: "'CANCELLED'" },
	})),
	...["tag=rare", "source=rare", "assigned_artist_id=$artist", "is_blocked=true"].flatMap((query) =>
		["", "&sort=updated_at"].map((sort) => ({
			path: "/v1/clients",
			table: "clients",
			query: query + sort,
			...(/source|artist/.test(query) && sort === "" ? {} : { walked: true as const }),
			hit: {
				email: "i || 'h@example.com'",
				email_key: "i || 'h@example.com'",
				updated_at: "5000 + i",
				...(query.startsWith("tag") ? { tags: `'["rare"]'` } : {}),
				...(query.startsWith("source") ? { source: "'rare'" } : {}),
				...(query.startsWith("assigned") ? { assigned_artist_id: "'$artist'" } : {}),
				...(query.startsWith("is") ? { is_blocked: "1" } : {}),
			},
			other: { email: "i || '@example.com'", email_key: "i || '@example.com'", tags: `'["often"]'`, source: "'often'" },
		})),
	),
	{
		path: "/v1/deliveries",
		table: "deliveries",
		query: "status=SUCCEEDED",
		walked: true as const,
		hit: { status: "'SUCCEEDED'", event_id: eventId, test_body: "'{}'" },
		other: { event_id: eventId, test_body: "'{}'" },
	},
	{
		path: "/v1/leads",
		table: "leads",
		query: "email=Wanted@Example.com",
		hit: { email: "'wanted@EXAMPLE.com'" },
		other: { email: "i || '@example.com'" },
	},
	{
		path: "/v1/leads",
		table: "leads",
		query: "assigned_artist_id=$artist",
		hit: { assigned_artist_id: "'$artist'" },
		other: {},
	},
	...["client_id", "source"].map((name) => ({
		path: "/v1/leads",
		table: "leads",
		query: `${name}=${wanted(name)}`,
		hit: { [name]: `'${wanted(name)}'` },
		other: { [name]: other(name) },
	})),
	{ path: "/v1/leads", table: "leads", query: "stage=LOST", hit: { stage: "'LOST'" }, other: { stage: "'NEW'" } },
	...["leads", "ideas"].map((table) => ({
		path: `/v1/${table}`,
		table,
		query: "q=rare+words",
		walked: true as const,
		hit: { search_words: `'["rarely","words"]'` },
		other: { search_words: `'["often","words"]'` },
	})),
	{ path: "/v1/leads", table: "leads", query: "archived=true", hit: { archived: "1" }, other: {}, walked: true },
	...["stage=DONE", "btt_status=SENT", "archived=true", "source_type=IMPORT"].map((query) => {
		const [name = "", value = ""] = query.split("=");
		const column = value === "true" ? "1" : `'${value}'`;
		const walked = name === "stage" ? {} : { walked: true as const };
		return { path: "/v1/ideas", table: "ideas", query, hit: { [name]: column }, other: {}, ...walked };
	}),
	...["", "&sort=updated_at"].map((sort) => ({
		path: "/v1/ideas",
		table: "ideas",
		query: `tag=rare${sort}`,
		walked: true as const,
		hit: { details: `'{"tags":["rare"]}'`, updated_at: "5000 + i" },
		other: { details: `'{"tags":["often"]}'` },
	})),
	...["kind=CONSENT", "is_active=false"].map((query) => ({
		path: "/v1/forms",
		table: "forms",
		query,
		walked: true as const,
		hit: query.startsWith("kind") ? { kind: "'CONSENT'" } : { is_active: "0" },
		other: {},
	})),
	...["kind=PIERCING", "is_active=false", "visibility=PRIVATE", "artist_id=$artist"].map((query, n) => ({
		path: "/v1/event_types",
		table: "event_types",
		query,
		...(query.startsWith("artist") ? {} : { walked: true as const }),
		hit: [
			{ kind: "'PIERCING'", slug: unique },
			{ is_active: "0", slug: unique },
			{ details: `'{"visibility":"PRIVATE"}'`, slug: unique },
			{ artist_id: "'$artist'", slug: unique },
		][n] as Record<string, string>,
		other: { slug: unique },
	})),
	{
		path: "/v1/artists",
		table: "artists",
		query: "status=DEACTIVATED",
		hit: { slug: unique, status: "'DEACTIVATED'" },
		other: { slug: unique },
	},
	{
		path: "/v1/webhook_endpoints",
		table: "webhook_endpoints",
		query: "status=DISABLED",
		hit: { status: "'DISABLED'", number: "1000 + i" },
		other: { number: "1000 + i" },
	},
];

let salt = "";

/** Ids of endpoints keep their hyphens. */
const saltOf = (table: string) => (table === "webhook_endpoints" ? salt : salt.replaceAll("-", ""));

/** Copies a record of the studio: `count` times, and more copies that the filter finds, between these. */
async function fill(studio: Studio, { table, hit, other: others, hits = 5 }: Case, count: number): Promise<string[]> {
	const [one] = await rows(`SELECT * FROM ${table} WHERE tenant_id = ? ORDER BY id LIMIT 1`, studio.id);
	if (!one) throw new Error(`The studio has nothing in ${table}.`);
	salt = crypto.randomUUID().slice(8);
	const names = Object.keys(one);
	const prefix = String(one.id).slice(0, 4);
	const copy = (own: Record<string, string>, first: number, step: number, n: number) =>
		database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT ?4 UNION ALL SELECT i + ?5 FROM n WHERE i < ?4 + ?5 * (?1 - 1))
				INSERT INTO ${table} (${names.map((name) => `"${name}"`)})
				SELECT ${names.map((name) => own[name] ?? (name === "id" ? `'${prefix}' || printf('%08x${saltOf(table)}', i)` : `"${name}"`))}
				FROM n CROSS JOIN ${table} WHERE tenant_id = ?2 AND id = ?3`,
			)
			.bind(n, studio.id, one.id, first, step);
	await copy(others, 2, 2, count).run();
	await copy(hit, 3, 2 * Math.floor(count / hits), hits).run();
	return Array.from(
		{ length: hits },
		(_, n) => prefix + (3 + n * 2 * Math.floor(count / hits)).toString(16).padStart(8, "0") + saltOf(table),
	);
}

/** A studio for many cases, because its own records take longer to make than those of a case. */
async function newStudioOfCases() {
	const studio = await newFullStudio();
	const shop = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Soho" } })).body.id;
	const values: Record<string, string> = {
		$artist: await newArtist(studio.key),
		$client: await newClient(studio.key),
		$shop: shop,
		$inShop: await newArtist(studio.key, { shop_id: shop }),
		$endpoint: (await createEndpoint(studio.key)).id,
		$unique: studio.id.slice(-12),
	};
	values.$type = await newEventType(studio.id, values.$artist ?? "");
	return { studio, values };
}

/** Copies have ids that are lower than those of all records that the API makes. */
const isCopy = (id: string) => id.slice(4) < "0001";

const removeCopies = (studio: Studio, table: string) =>
	database.prepare(`DELETE FROM ${table} WHERE tenant_id = ? AND substr(id, 5) < '0001'`).bind(studio.id).run();

/**
 * Of a page that shows so many records. An event type shows its artist and its shop, and D1 counts tags. The ranges of
 * deliveries at each endpoint are merged.
 */
const mostInWalk = (path: string, shown: number) =>
	path === "/v1/deliveries" ? 5000 : 1000 + (path === "/v1/event_types" ? 2 * (shown + 1) : 3 * shown);

// The larger number is more records than a page of a walk looks at.
describe("a filter reads little more than what it finds, or a bounded number of rows for a page", () => {
	let made: ReturnType<typeof newStudioOfCases> | undefined;
	const tried = everyPair([100, 600], cases).map(([count, one]) => [count, `${one.path}?${one.query}`, one] as const);
	it.each(tried)("among %i records: %s", async (count, _, given) => {
		made ??= newStudioOfCases();
		const { studio, values } = await made;
		const one: Case = JSON.parse(JSON.stringify(given).replaceAll(/\$\w+/g, (name) => values[name] ?? name));
		const few = one.table === "webhook_endpoints" ? 60 : count;
		const expected = await fill(studio, one, few);
		onTestFinished(async () => void (await removeCopies(studio, one.table)));
		const path = `${one.path}?${one.query}`;
		await costOf("/v1/me", studio.key);
		const rising = one.query.includes("sort=start_at") || one.query.includes("sort=updated_at");
		const found: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const page = `${path}${cursor && `&cursor=${cursor}`}`;
			const cost = await costOf(page, studio.key);
			found.push(...cost.body.data.map(({ id }: { id: string }) => id));
			expect(cost.db.inSequence).toBe(1);
			const most = one.walked
				? mostInWalk(one.path, cost.body.data.length)
				: (one.each ?? (rising ? 12 : 6)) * found.length + 12;
			expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThanOrEqual(most);
			cursor = cost.body.next_cursor;
			if (!one.walked) expect(cursor).toBe(null);
		}
		if (one.table !== "webhook_endpoints")
			expect(found.filter(isCopy)).toEqual(rising ? expected : [...expected].reverse());
	});
});

it("the rows of an import with an outcome are read by their index", async () => {
	const { studio } = await newStudioOfCases();
	const [{ id }] = (await costOf("/v1/imports", studio.key)).body.data;
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
			INSERT INTO import_rows (tenant_id, import_id, "row", outcome)
			SELECT ?, ?, 100 + i, iif(i % 100 = 0, 'failed', 'created') FROM n`,
		)
		.bind(studio.id, id)
		.run();
	const { body, rowsRead } = await costOf(`/v1/imports/${id}/rows?outcome=failed`, studio.key);
	expect(body.data.map(({ row }: { row: number }) => row).filter((row: number) => row > 100)).toHaveLength(10);
	expect(rowsRead).toBeLessThanOrEqual(2 * body.data.length + 4);
});

/** The filters whose rows another test counts. */
const elsewhere: Record<string, string> = {
	"/v1/audit_log?actor": "audit-log.rows.test.ts",
	"/v1/clients?q": "client-search.rows.test.ts",
	"/v1/deletions?type": "deletions.rows.test.ts",
	"/v1/events?about": "events-about.rows.test.ts",
	"/v1/events?request_id": "events-about.rows.test.ts",
	"/v1/events?type": "events-of-a-type.rows.test.ts",
	"/v1/form_submissions?client_id": "form-submission-lists.rows.test.ts",
	"/v1/form_submissions?form_id": "form-submission-lists.rows.test.ts",
	"/v1/imports/:import_id/rows?outcome": "list-filters.rows.test.ts",
};
/** These are no filters by a value, or what they read is bounded by the path or is no row of a database. */
const isOther = (path: string, name: string) =>
	/^(sort|after_sequence|wait|from|to)$|_(since|until|from|to)$/.test(name) ||
	/^\/v1\/(requests|webhook_endpoints\/:|automation\/hooks\/:|artists\/:)/.test(path);

it("every filter that a list declares is measured", () => {
	const declared = endpoints
		.filter((endpoint) => endpoint.kind === "read")
		.filter(isList)
		.flatMap(({ path, querySchema }) =>
			Object.keys(querySchema.shape)
				.filter((name) => !["limit", "cursor"].includes(name) && !isOther(path, name))
				.map((name) => `${path}?${name}`),
		);
	const measured = cases.map(({ path, query }) => `${path}?${query.split("=")[0]}`);
	expect(declared.filter((one) => !measured.includes(one) && !(one in elsewhere))).toEqual([]);
});
