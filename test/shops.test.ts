import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { recordsOf } from "./support/records.ts";
import { newWorld, type Tenant } from "./support/world.ts";

let world: Tenant;
let other: Tenant;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
});

beforeEach(() => advance(60));

let made = 0;
const newName = () => `Shop ${++made}`;

const { create, get, patch, eventsOf, actionsOn } = recordsOf({
	path: "/v1/shops",
	key: () => world.key,
	least: () => ({ name: newName() }),
	idInEvents: "shopId",
});

const everything = {
	name: "Black Lotus Kreuzberg",
	slug: "kreuzberg-36",
	timezone: "America/New_York",
	language: "de",
	email: "kreuzberg@example.com",
	phone: "+49 30 1234",
	website_url: "https://kreuzberg.example/",
	description: "In the back yard 🪴",
	address: {
		line1: "Oranienstraße 1",
		line2: "Hinterhof",
		city: "Berlin",
		state: null,
		postal_code: "10999",
		country: "Germany",
	},
	metadata: { crm: "7" },
};

describe("creating a shop", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const { headers, body } = await call(201, "/v1/shops", { key: world.key, body: everything });
		expect(body).toEqual({
			object: "shop",
			id: expect.stringMatching(/^shp_[0-9a-f]{32}$/),
			...everything,
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
		expect(headers.get("Location")).toBe(`/v1/shops/${body.id}`);
		expect(headers.has("Service-Ignored-Fields")).toBe(false);
		expect(await get(body.id)).toEqual(body);
	});

	it("needs a name, everything else has a default", async () => {
		const { key } = await newWorld();
		const { id: _, created_at: __, updated_at: ___, ...shop } = await create({ name: "Neukölln" }, key);
		expect(shop).toEqual({
			object: "shop",
			name: "Neukölln",
			slug: "neukolln",
			timezone: "Europe/Berlin",
			language: "en",
			email: null,
			phone: null,
			website_url: null,
			description: null,
			address: null,
			metadata: {},
		});
	});

	it("emits shop.created and is audited", async () => {
		const shop = await create({ metadata: { a_b: "1" } });
		const [event, ...more] = await eventsOf(shop.id);
		expect(more).toEqual([]);
		expect(event).toMatchObject({
			type: "shop.created",
			data: {
				shopId: shop.id,
				name: shop.name,
				slug: shop.slug,
				timezone: shop.timezone,
				metadata: { a_b: "1" },
				createdAt: shop.created_at,
				updatedAt: shop.updated_at,
			},
		});
		expect(await actionsOn(shop.id)).toEqual(["shop.created"]);
	});

	it.each([
		["name", undefined],
		["name", " "],
		["slug", "Kreuzberg"],
		["slug", "kreuz_berg"],
		["slug", "-kreuzberg"],
		["slug", "kreuzberg-"],
		["slug", ""],
		["slug", "größe"],
		["slug", "a".repeat(101)],
		["slug", null],
		["timezone", "Berlin"],
		["timezone", "+02:00"],
		["email", "nobody"],
		["website_url", "kreuzberg.example"],
		["website_url", "javascript:alert(1)"],
		["website_url", "https://"],
		["website_url", `https://example.com/${"a".repeat(2000)}`],
		["address", "Berlin"],
		["metadata", { a: 1 }, "metadata.a"],
	])("refuses %s %j, naming it", async (field, value, path = field) => {
		const answer = await call(400, "/v1/shops", { key: world.key, body: { name: "A", [field]: value } });
		expectProblem(answer, "/v1/shops", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path });
	});

	it("drops unknown properties and names them", async () => {
		const body = { name: newName(), id: "shp_mine", address: { city: "Berlin", zip: "10999" } };
		const { headers } = await call(201, "/v1/shops", { key: world.key, body });
		expect(headers.get("Service-Ignored-Fields")?.split(",").sort()).toEqual(["address.zip", "id"]);
	});
});

describe("a shop's slug", () => {
	it.each([
		["Ink & Iron", "ink-iron"],
		["  Café   Ümläut  ", "cafe-umlaut"],
		["Søren's Straße № 5", "sorens-strasse-no-5"],
		["Łódź", "lodz"],
		["刺青", "shop"],
		["🦜", "shop"],
		["a".repeat(200), "a".repeat(80)],
		["1st", "1st"],
	])("is made of the name: %s → %s", async (name, slug) => {
		const { key } = await newWorld();
		expect((await create({ name }, key)).slug).toBe(slug);
		expect((await create({ name }, key)).slug).toBe(`${slug}-2`);
	});

	it("is numbered until it is free", async () => {
		const { key } = await newWorld();
		const slugs = [];
		for (let n = 0; n < 14; n++) slugs.push((await create({ name: "Same" }, key)).slug);
		expect(slugs.slice(0, 9)).toEqual(["same", ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `same-${n}`)]);
		for (const slug of slugs) expect(slug).toMatch(/^same(-\d+)?$/);
		expect(new Set(slugs).size).toBe(14);
	});

	it("that is given and taken is refused", async () => {
		const { slug } = await create();
		const answer = await call(409, "/v1/shops", { key: world.key, body: { name: "Another", slug } });
		expectProblem(answer, "/v1/shops", "conflict");
		const { id } = await create();
		expectProblem(await patch(409, id, { slug }), `/v1/shops/${id}`, "conflict");
	});

	it("is the tenant's own affair", async () => {
		await create({ slug: "shared" });
		await create({ slug: "shared" }, other.key);
	});

	it("stays when the name changes, and is free when it changes", async () => {
		const { id, slug } = await create();
		expect((await patch(200, id, { name: "Renamed" })).body.slug).toBe(slug);
		await patch(200, id, { slug: `${slug}-moved` });
		expect((await create({ slug })).slug).toBe(slug);
	});
});

describe("changing a shop", () => {
	it("changes the fields that are sent and no other, emits nothing and is audited", async () => {
		const before = await create({ ...everything, slug: "changing" });
		advance(5);
		const { body } = await patch(200, before.id, { name: "New", phone: null, address: { city: "Hamburg" } });
		expect(body).toEqual({
			...before,
			name: "New",
			phone: null,
			address: { line1: null, line2: null, city: "Hamburg", state: null, postal_code: null, country: null },
			updated_at: body.updated_at,
		});
		expect(body.updated_at > before.updated_at).toBe(true);
		expect(await get(before.id)).toEqual(body);
		expect(await eventsOf(before.id)).toHaveLength(1);
		expect(await actionsOn(before.id)).toEqual(["shop.created", "shop.updated"]);
	});

	it("does nothing where nothing changes", async () => {
		const before = await create({ ...everything, slug: "noop" });
		advance(5);
		const { name, slug, address } = before;
		for (const body of [{}, { name, slug, address }, { nickname: "K" }])
			expect((await patch(200, before.id, body)).body).toEqual(before);
		expect(await actionsOn(before.id)).toEqual(["shop.created"]);
	});

	it("refuses null where a value must be", async () => {
		const { id } = await create();
		for (const field of ["name", "slug", "timezone"]) {
			const { body } = await patch(400, id, { [field]: null });
			expect(body.errors).toEqual([{ location: "body", path: field, message: expect.any(String) }]);
		}
	});

	it("cannot reach another tenant's", async () => {
		const theirs = await create({}, other.key);
		await patch(404, theirs.id, { name: "Mine" });
		await call(404, `/v1/shops/${theirs.id}`, { key: world.key });
		await patch(404, newId("shop", Date.now()), { name: "Nobody's" });
	});
});

describe("listing shops", () => {
	it("shows the tenant's own, newest first, in pages, and those changed since", async () => {
		const lister = await newWorld();
		const ids: string[] = [];
		for (let n = 0; n < 7; n++) ids.unshift((await create({}, lister.key)).id);
		const pages = await readAllPages("/v1/shops?limit=3", lister.key);
		expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
		expect(pages.flat().map(({ id }) => id)).toEqual(ids);
		const now = advance(100);
		const changed = ids.filter((_, index) => index % 2 === 0);
		for (const id of changed)
			await call(200, `/v1/shops/${id}`, { method: "PATCH", key: lister.key, body: { phone: "1" } });
		const since = await readAllPages(`/v1/shops?limit=3&updated_since=${now}`, lister.key);
		expect(since.flat().map(({ id }) => id)).toEqual(changed);
		const [updated_at] = since
			.flat()
			.map((shop) => shop.updated_at)
			.sort()
			.reverse();
		const later = new Date(Date.parse(updated_at) + 1).toISOString();
		expect((await readAllPages(`/v1/shops?updated_since=${updated_at}`, lister.key)).flat()).not.toEqual([]);
		expect((await readAllPages(`/v1/shops?updated_since=${later}`, lister.key)).flat()).toEqual([]);
	});
});

describe("races", () => {
	it("one of two creates of a slug wins, the other is refused", async () => {
		const body = { name: "Race", slug: "race" };
		const answers = await Promise.all([1, 2].map(() => send("/v1/shops", { key: world.key, body })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(answers.find(({ status }) => status === 409)?.body.code).toBe("conflict");
	});

	it.each([false, true])(
		"20 creates of one name at once all succeed, each under its own slug (keyed: %j)",
		async (keyed) => {
			const tenant = await newWorld();
			const answers = await Promise.all(
				Array.from({ length: 20 }, (_, n) =>
					send("/v1/shops", {
						key: tenant.key,
						body: { name: "Crowd" },
						headers: keyed ? { "Idempotency-Key": `crowd-${n}` } : {},
					}),
				),
			);
			expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
			const slugs = answers.map(({ body }) => body.slug);
			expect(new Set(slugs).size).toBe(20);
			expect(slugs).toContain("crowd");
			for (const slug of slugs) expect(slug).toMatch(/^crowd(-\d+)?$/);
			const kept = (await readAllPages("/v1/shops", tenant.key)).flat();
			expect(kept.map(({ slug }) => slug).sort()).toEqual([...slugs].sort());
			const events = (await readAllPages("/v1/events", tenant.key)).flat();
			expect(events.map(({ data }) => data.slug).sort()).toEqual([...slugs].sort());
			if (!keyed) return;
			for (const [n, { body }] of answers.entries()) {
				const headers = { "Idempotency-Key": `crowd-${n}` };
				const again = await call(201, "/v1/shops", { key: tenant.key, body: { name: "Crowd" }, headers });
				expect(again.body).toEqual(body);
			}
		},
	);

	it("no parallel PATCH is silently lost", async () => {
		const { id } = await create();
		const fields = ["phone", "description", "name"];
		const answers = await Promise.all(
			fields.map((field) => send(`/v1/shops/${id}`, { method: "PATCH", key: world.key, body: { [field]: "set" } })),
		);
		const shop = await get(id);
		for (const [index, { status, body }] of answers.entries()) {
			if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
			expect(shop[fields[index] as string] === "set").toBe(status === 200);
		}
	});
});

it("a shop's time zone is the tenant's unless it has its own", async () => {
	const { key } = await newWorld();
	expect((await create({}, key)).timezone).toBe("Europe/Berlin");
	expect((await create({ timezone: "Asia/Tokyo" }, key)).timezone).toBe("Asia/Tokyo");
});
