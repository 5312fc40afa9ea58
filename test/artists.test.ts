import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "../src/domain/events/catalogue/catalogue.ts";
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

// biome-ignore lint/suspicious/noExplicitAny: an artist as JSON
type Json = any;

let made = 0;
const newName = () => `Artist ${++made}`;

const { create, get, patch, eventsOf, actionsOn } = recordsOf({
	path: "/v1/artists",
	key: () => world.key,
	least: () => ({ name: newName() }),
	idInEvents: "artistId",
});
const newShop = async (given: object = {}, key = world.key): Promise<Json> =>
	(await call(201, "/v1/shops", { key, body: { name: "Shop", ...given } })).body;

const everything = {
	name: "Mika Sørensen",
	slug: "mika",
	email: "mika@example.com",
	timezone: "America/New_York",
	is_consultation_desk: true,
	max_appointments_per_day: 3,
	status: "ACTIVE",
	bio: "Plants, in fine line 🌿",
	instagram_handle: "@mika",
	website_url: "https://mika.example/",
	avatar_url: "https://mika.example/me.jpg",
	metadata: { crm: "9" },
};

describe("creating an artist", () => {
	it("answers 201, the record with every field, and where it can be read", async () => {
		const given = { ...everything, shop_id: (await newShop()).id };
		const { headers, body } = await call(201, "/v1/artists", { key: world.key, body: given });
		expect(body).toEqual({
			object: "artist",
			id: expect.stringMatching(/^art_[0-9a-f]{32}$/),
			...given,
			avatar_picture_id: null,
			picture_count: 0,
			working_hours: [],
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(headers.get("Location")).toBe(`/v1/artists/${body.id}`);
		expect(await get(body.id)).toEqual(body);
	});

	it("needs a name, everything else has a default", async () => {
		const { key } = await newWorld();
		const { id: _, created_at: __, updated_at: ___, ...artist } = await create({ name: "Zoë Ångström" }, key);
		expect(artist).toEqual({
			object: "artist",
			name: "Zoë Ångström",
			slug: "zoe-angstrom",
			email: null,
			timezone: "Europe/Berlin",
			shop_id: null,
			is_consultation_desk: false,
			max_appointments_per_day: null,
			status: "ACTIVE",
			bio: null,
			instagram_handle: null,
			website_url: null,
			avatar_url: null,
			avatar_picture_id: null,
			picture_count: 0,
			working_hours: [],
			metadata: {},
		});
	});

	it("takes the time zone that is given, or the shop's, or the tenant's", async () => {
		const shop_id = (await newShop({ timezone: "Asia/Tokyo" })).id;
		expect((await create({ shop_id, timezone: "Europe/Rome" })).timezone).toBe("Europe/Rome");
		expect((await create({ shop_id })).timezone).toBe("Asia/Tokyo");
		expect((await create()).timezone).toBe("Europe/Berlin");
	});

	it("emits artist.created as the catalogue has it, and is audited", async () => {
		const artist = await create({ ...everything, slug: "told", metadata: { a_b: "1" } });
		const [event, ...more] = await eventsOf(artist.id);
		expect(more).toEqual([]);
		expect(event.type).toBe("artist.created");
		expect(event.data).toMatchObject({ name: "Mika Sørensen", isConsultationDesk: true, metadata: { a_b: "1" } });
		expect(Object.keys(event.data).sort()).toEqual(Object.keys(catalogue["artist.created"].data.shape).sort());
		expect(await actionsOn(artist.id)).toEqual(["artist.created"]);
	});

	it.each([
		["name", undefined],
		["name", ""],
		["slug", "Mika"],
		["email", "mika"],
		["timezone", "Mars/Olympus"],
		["shop_id", 5],
		["is_consultation_desk", "yes"],
		["max_appointments_per_day", 0],
		["max_appointments_per_day", 1.5],
		["max_appointments_per_day", "3"],
		["status", "active"],
		["website_url", "mika"],
		["avatar_url", "data:image/png;base64,AA"],
		["bio", "a".repeat(10_001)],
		["metadata", null],
	])("refuses %s %j, naming it", async (field, value) => {
		const answer = await call(400, "/v1/artists", { key: world.key, body: { name: "A", [field]: value } });
		expectProblem(answer, "/v1/artists", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: field });
	});

	it("refuses a shop that is unknown, malformed or another tenant's, all alike", async () => {
		const theirs = (await newShop({}, other.key)).id;
		const { id } = await create();
		for (const shop_id of [newId("shop", Date.now()), theirs, "nowhere", ""]) {
			const body = { name: "A", shop_id };
			for (const answer of [await call(400, "/v1/artists", { key: world.key, body }), await patch(400, id, body)]) {
				expect(answer.body.code).toBe("validation_error");
				expect(answer.body.errors).toEqual([{ location: "body", path: "shop_id", message: "names no shop" }]);
			}
		}
	});

	it("drops working hours and names them", async () => {
		const working_hours = [{ weekday: 1, start: "10:00", end: "18:00" }];
		const body = { name: newName(), working_hours };
		const created = await call(201, "/v1/artists", { key: world.key, body });
		expect(created.headers.get("Service-Ignored-Fields")).toBe("working_hours");
		expect(created.body.working_hours).toEqual([]);
		const patched = await patch(200, created.body.id, { working_hours });
		expect(patched.headers.get("Service-Ignored-Fields")).toBe("working_hours");
		expect(patched.body).toEqual(created.body);
	});

	it("makes another slug of a name that an artist of another tenant has", async () => {
		const name = `Shared ${crypto.randomUUID()}`;
		const { slug } = await create({ name });
		expect((await create({ name }, other.key)).slug).toMatch(new RegExp(`^${slug}-[0-9]+$`));
	});

	const ofTheService = ["dashboard", "docs", "v1", "admin", "oauth", "healthz", "invitations", "openapi"];
	const ofSigningIn = ["signin", "signup", "account", "security", "verify", "login", "logout"];
	it.each([...ofTheService, ...ofSigningIn])(
		"never has the slug %s, which is an address of the service",
		async (slug) => {
			const refused = await call(400, "/v1/artists", { key: world.key, body: { name: "A", slug } });
			expectProblem(refused, "/v1/artists", "validation_failed");
			expect(refused.body.errors[0]).toMatchObject({ location: "body", path: "slug" });
			expect((await create({ name: slug })).slug).toMatch(new RegExp(`^${slug}-[0-9]+$`));
		},
	);

	it("refuses a slug that any artist of the service has, and lets shops have it", async () => {
		await create({ slug: "taken" });
		const body = { name: "A", slug: "taken" };
		expectProblem(await call(409, "/v1/artists", { key: world.key, body }), "/v1/artists", "conflict");
		const theirs = await call(409, "/v1/artists", { key: other.key, body });
		expectProblem(theirs, "/v1/artists", "conflict");
		await newShop({ slug: "taken" });
	});
});

describe("changing an artist", () => {
	it("changes the fields that are sent and no other, emits nothing and is audited", async () => {
		const before = await create({ ...everything, slug: "changing", shop_id: (await newShop()).id });
		advance(5);
		const { body } = await patch(200, before.id, {
			name: "New",
			bio: null,
			shop_id: null,
			is_consultation_desk: false,
		});
		expect(body).toEqual({
			...before,
			name: "New",
			bio: null,
			shop_id: null,
			is_consultation_desk: false,
			updated_at: body.updated_at,
		});
		expect(body.updated_at > before.updated_at).toBe(true);
		expect(await get(before.id)).toEqual(body);
		expect(await eventsOf(before.id)).toHaveLength(1);
		expect(await actionsOn(before.id)).toEqual(["artist.created", "artist.updated"]);
	});

	it("tells of a deactivation with what changed, and of a return nothing", async () => {
		const { id } = await create();
		const { body } = await patch(200, id, { status: "DEACTIVATED", bio: "Gone", avatar_url: "https://a.example/" });
		const [, event, ...more] = await eventsOf(id);
		expect(more).toEqual([]);
		expect(event.type).toBe("artist.deactivated");
		expect(event.data).toMatchObject({ artistId: id, status: "DEACTIVATED", updatedAt: body.updated_at });
		expect(event.data.changes).toEqual({
			status: { old: "ACTIVE", new: "DEACTIVATED" },
			bio: { old: null, new: "Gone" },
			avatarUrl: { old: null, new: "https://a.example/" },
		});
		const shape = catalogue["artist.deactivated"].data.shape;
		expect(Object.keys(event.data).sort()).toEqual(Object.keys(shape).sort());
		await patch(200, id, { status: "DEACTIVATED", name: "Still gone" });
		await patch(200, id, { status: "ACTIVE" });
		expect(await eventsOf(id)).toHaveLength(2);
		expect(await actionsOn(id)).toEqual(["artist.created", "artist.deactivated", "artist.updated", "artist.updated"]);
	});

	it("does nothing where nothing changes", async () => {
		const before = await create({ ...everything, slug: "noop" });
		advance(5);
		const { object: _, id, ...same } = before;
		for (const body of [{}, same, { nickname: "M" }]) expect((await patch(200, id, body)).body).toEqual(before);
		expect(await actionsOn(id)).toEqual(["artist.created"]);
		expect(await eventsOf(id)).toHaveLength(1);
	});

	it("refuses null where a value must be, and a slug that is taken", async () => {
		const { id } = await create();
		for (const field of ["name", "slug", "timezone", "status", "is_consultation_desk"])
			expect((await patch(400, id, { [field]: null })).body.errors[0].path).toBe(field);
		const { slug } = await create();
		expectProblem(await patch(409, id, { slug, name: "Eve" }), `/v1/artists/${id}`, "conflict");
		expect((await get(id)).name).not.toBe("Eve");
	});

	it("cannot reach another tenant's", async () => {
		const theirs = await create({}, other.key);
		await patch(404, theirs.id, { name: "Mine" });
		await call(404, `/v1/artists/${theirs.id}`, { key: world.key });
	});
});

describe("listing artists", () => {
	it("filters by shop and status, alone, together and with updated_since", async () => {
		const { key } = await newWorld();
		const shop_id = (await newShop({}, key)).id;
		const ids: string[] = [];
		for (let n = 0; n < 8; n++) {
			const given = { ...(n % 2 ? { shop_id } : {}), status: n < 4 ? "DEACTIVATED" : "ACTIVE" };
			ids.push((await create(given, key)).id);
		}
		const list = async (query: string) =>
			(await readAllPages(`/v1/artists?limit=2&${query}`, key)).flat().map(({ id }) => ids.indexOf(id));
		expect(await list("")).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
		expect(await list(`shop_id=${shop_id}`)).toEqual([7, 5, 3, 1]);
		expect(await list("status=DEACTIVATED")).toEqual([3, 2, 1, 0]);
		expect(await list(`shop_id=${shop_id}&status=ACTIVE`)).toEqual([7, 5]);
		const now = advance(100);
		for (const n of [1, 2, 5])
			await call(200, `/v1/artists/${ids[n]}`, { method: "PATCH", key, body: { bio: "again" } });
		expect(await list(`updated_since=${now}`)).toEqual([5, 2, 1]);
		expect(await list(`updated_since=${now}&shop_id=${shop_id}`)).toEqual([5, 1]);
		expect(await list(`updated_since=${now}&status=DEACTIVATED`)).toEqual([2, 1]);
		expect(await list(`shop_id=${newId("shop", Date.now())}`)).toEqual([]);
		expect((await call(200, `/v1/artists?shop_id=${shop_id}`, { key: other.key })).body.data).toEqual([]);
		await call(400, "/v1/artists?status=GONE", { key });
	});

	it("binds a cursor to its filters", async () => {
		const { key } = await newWorld();
		for (let n = 0; n < 3; n++) await create({}, key);
		const { next_cursor } = (await call(200, "/v1/artists?limit=1&status=ACTIVE", { key })).body;
		await call(200, `/v1/artists?limit=1&status=ACTIVE&cursor=${next_cursor}`, { key });
		for (const path of ["/v1/artists?", "/v1/artists?status=DEACTIVATED&", "/v1/shops?"])
			expectProblem(await send(`${path}cursor=${next_cursor}`, { key }), path, "invalid_cursor");
	});
});

describe("races", () => {
	it("one of two creates of a slug wins, the other is refused", async () => {
		const body = { name: "Race", slug: "race" };
		const answers = await Promise.all([1, 2].map(() => send("/v1/artists", { key: world.key, body })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(answers.find(({ status }) => status === 409)?.body.code).toBe("conflict");
	});

	it("20 creates of one name at once all succeed, each under its own slug", async () => {
		const { key } = await newWorld();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => send("/v1/artists", { key, body: { name: "Crowd" } })),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
		const slugs = answers.map(({ body }) => body.slug);
		expect(new Set(slugs).size).toBe(20);
		expect(slugs).toContain("crowd");
		const kept = (await readAllPages("/v1/artists", key)).flat();
		expect(kept.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
	});

	it("deactivated ten times at once, an artist is told of once", async () => {
		const { id } = await create();
		const body = { status: "DEACTIVATED" };
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => send(`/v1/artists/${id}`, { method: "PATCH", key: world.key, body })),
		);
		for (const { status } of answers) expect([200, 409]).toContain(status);
		expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["artist.created", "artist.deactivated"]);
	});

	it("no parallel PATCH is silently lost", async () => {
		const { id } = await create();
		const fields = ["bio", "name", "instagram_handle"];
		const answers = await Promise.all(
			fields.map((field) => send(`/v1/artists/${id}`, { method: "PATCH", key: world.key, body: { [field]: "set" } })),
		);
		const artist = await get(id);
		for (const [index, { status, body }] of answers.entries()) {
			if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
			expect(artist[fields[index] as string] === "set").toBe(status === 200);
		}
	});
});
