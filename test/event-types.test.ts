import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app } from "../src/entry/app.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { type Answer, call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { actionsOn } from "./support/history.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: an event type as JSON
type Json = any;

let world: Tenant;
let other: Tenant;
let artist: Json;

beforeAll(async () => {
	[world, other] = await Promise.all([newWorld(), newWorld()]);
	artist = await newArtist();
	const [intake, consent] = await Promise.all([newForm(), newForm()]);
	Object.assign(everything, { intake_form_id: intake.id, consent_form_id: consent.id });
});

beforeEach(() => advance(60));

const newArtist = async (given: object = {}, key = world.key): Promise<Json> =>
	(await call(201, "/v1/artists", { key, body: { name: "Mika Sørensen", ...given } })).body;
const newShop = async (given: object = {}): Promise<Json> =>
	(await call(201, "/v1/shops", { key: world.key, body: { name: "Kreuzberg", ...given } })).body;

const newForm = async (key = world.key): Promise<Json> => {
	const body = { name: "Intake", fields: [{ key: "placement", label: "Placement", type: "text" }] };
	return (await call(201, "/v1/forms", { key, body })).body;
};

let made = 0;
const least = () => ({
	artist_id: artist.id,
	name: "Session",
	slug: `session-${++made}`,
	duration_minutes: 60,
	kind: "TATTOO",
});
const path = (tenant = world.id) => `/admin/tenants/${tenant}/event_types`;
const post = (status: number, body: object, tenant = world.id): Promise<Answer> =>
	operate(status, path(tenant), { body });
const create = async (given: object = {}, tenant = world.id): Promise<Json> =>
	(await post(201, { ...least(), ...given }, tenant)).body;
const patch = (status: number, id: string, body: object): Promise<Answer> =>
	operate(status, `/admin/event_types/${id}`, { method: "PATCH", body });
const get = async (id: string): Promise<Json> => (await call(200, `/v1/event_types/${id}`, { key: world.key })).body;

const everything = {
	name: "Full day",
	kind: "TATTOO",
	duration_minutes: 480,
	buffer_before_minutes: 30,
	buffer_after_minutes: 1440,
	minimum_notice_minutes: 2880,
	booking_window_days: 90,
	is_active: false,
	description: "A whole day for one piece",
	visibility: "UNLISTED",
	min_duration_minutes: 240,
	max_duration_minutes: 600,
	price_type: "FROM",
	price_amount: 80_000,
	price_from: 60_000,
	price_to: 120_000,
	currency: "EUR",
	deposit_required: true,
	deposit_type: "PERCENTAGE",
	deposit_amount: 25,
	deposit_due_hours: 48,
	deposit_unpaid: "CANCEL",
	deposit_instructions: "By transfer, with your name.",
	deposit_url: "https://pay.example.com/deposit",
	cancellation_window_hours: 72,
	cancellation_fee_type: "FIXED",
	cancellation_fee_amount: 10_000,
	cancellation_policy: "Three days ahead",
	reschedule_window_hours: 48,
	max_reschedules: 2,
	location_type: "CUSTOM",
	location: "The van",
	intake_form_id: "set beforehand",
	consent_form_id: "set beforehand",
	requires_consent: true,
	requires_approval: true,
	color: "#1A2b3c",
	image_url: "https://example.com/a.jpg",
	confirmation_message: "See you",
	instructions: "Eat well",
	reminder_hours: [48, 2],
	allowed_placements: ["arm", "back"],
	tags: ["large"],
	max_participants: 2,
	min_age: 18,
	position: 3,
	metadata: { crm: "1" },
};

describe("an event type", () => {
	it("is made by the operator with what is given, and read in /v1", async () => {
		const shop = await newShop();
		const mine = await newArtist({ name: "Full", shop_id: shop.id });
		const { headers, body } = await post(201, { ...everything, slug: "full-day", artist_id: mine.id });
		expect(body).toEqual({
			object: "event_type",
			id: expect.stringMatching(/^ety_[0-9a-f]{32}$/),
			artist_id: mine.id,
			artist_slug: "full",
			shop_id: shop.id,
			shop_slug: "kreuzberg",
			booking_url: "https://api.test/full/book/full-day",
			slug: "full-day",
			...everything,
			created_at: body.updated_at,
			updated_at: expect.stringMatching(/Z$/),
		});
		expect(Object.keys(body).length).toBeGreaterThanOrEqual(40);
		expect(headers.get("Location")).toBe(`/admin/event_types/${body.id}`);
		expect(headers.has("Service-Ignored-Fields")).toBe(false);
		expect(await get(body.id)).toEqual(body);
		expect((await call(200, `/v1/event_types?artist_id=${mine.id}`, { key: world.key })).body.data).toEqual([body]);
		expect(await actionsOn(world.key, body.id)).toEqual(["event_type.created"]);
	});

	it("needs artist, name, slug, duration and kind, everything else has a default", async () => {
		const given = least();
		const { body } = await post(201, given);
		expect(body).toEqual({
			object: "event_type",
			id: body.id,
			artist_slug: artist.slug,
			shop_id: null,
			shop_slug: null,
			booking_url: `https://api.test/${artist.slug}/book/${given.slug}`,
			...given,
			buffer_before_minutes: 0,
			buffer_after_minutes: 0,
			minimum_notice_minutes: null,
			booking_window_days: null,
			is_active: true,
			description: null,
			visibility: "PUBLIC",
			min_duration_minutes: null,
			max_duration_minutes: null,
			price_type: "QUOTE",
			price_amount: null,
			price_from: null,
			price_to: null,
			currency: null,
			deposit_required: false,
			deposit_type: "FIXED",
			deposit_amount: null,
			deposit_due_hours: null,
			deposit_unpaid: "KEEP",
			deposit_instructions: null,
			deposit_url: null,
			cancellation_window_hours: null,
			cancellation_fee_type: "FIXED",
			cancellation_fee_amount: null,
			cancellation_policy: null,
			reschedule_window_hours: null,
			max_reschedules: null,
			location_type: "SHOP",
			location: null,
			intake_form_id: null,
			consent_form_id: null,
			requires_consent: false,
			requires_approval: false,
			color: null,
			image_url: null,
			confirmation_message: null,
			instructions: null,
			reminder_hours: [],
			allowed_placements: [],
			tags: [],
			max_participants: 1,
			min_age: null,
			position: 0,
			metadata: {},
			created_at: body.updated_at,
			updated_at: expect.any(String),
		});
		for (const field of Object.keys(given))
			expect((await post(400, { ...least(), [field]: undefined })).body.errors[0].path).toBe(field);
	});

	it("shows the booking page where BOOKING_URL says", async () => {
		const { id, slug } = await create();
		for (const BOOKING_URL of ["https://book.example/studio", "https://book.example/studio/"]) {
			const request = new Request(`https://api.test/v1/event_types/${id}`, {
				headers: { Authorization: `Bearer ${world.key}` },
			});
			const response = await app.fetch(request, { ...env, BOOKING_URL }, createExecutionContext());
			const { booking_url } = (await response.json()) as Json;
			expect(booking_url).toBe(`https://book.example/studio/${artist.slug}/book/${slug}`);
		}
	});

	it.each([
		["name", ""],
		["slug", "Full Day"],
		["kind", "SPA"],
		["duration_minutes", 4],
		["duration_minutes", 10_081],
		["duration_minutes", 60.5],
		["duration_minutes", null],
		["buffer_before_minutes", -1],
		["buffer_after_minutes", 1441],
		["minimum_notice_minutes", -1],
		["booking_window_days", 0],
		["is_active", null],
		["visibility", "HIDDEN"],
		["price_type", "CHEAP"],
		["price_amount", -1],
		["price_amount", 10.5],
		["currency", "eur"],
		["location_type", "HOME"],
		["color", "red"],
		["image_url", "a.jpg"],
		["reminder_hours", [-1], "reminder_hours.0"],
		["tags", [""], "tags.0"],
		["max_participants", 0],
		["metadata", { a: 1 }, "metadata.a"],
	])("is refused with %s %j, made or changed", async (field, value, at = field) => {
		const { id } = await create();
		for (const answer of [await post(400, { ...least(), [field]: value }), await patch(400, id, { [field]: value })]) {
			expect(answer.body.code).toBe("validation_failed");
			expect(answer.body.errors[0]).toMatchObject({ location: "body", path: at });
		}
	});

	it.each([
		[{ min_duration_minutes: 120, max_duration_minutes: 60 }, "max_duration_minutes"],
		[{ price_from: 2, price_to: 1 }, "price_to"],
		[{ deposit_type: "PERCENTAGE", deposit_amount: 101 }, "deposit_amount"],
		[{ cancellation_fee_type: "PERCENTAGE", cancellation_fee_amount: 101 }, "cancellation_fee_amount"],
	])("is refused with %j, which do not fit together", async (given, at) => {
		const money = { currency: "EUR" };
		const { id } = await create(money);
		const [first, second] = Object.entries(given) as [[string, unknown], [string, unknown]];
		await patch(200, id, Object.fromEntries([first]));
		const answers = [
			await post(400, { ...least(), ...money, ...given }),
			await patch(400, id, Object.fromEntries([second])),
		];
		for (const { body } of answers) {
			expect(body.code).toBe("validation_error");
			expect(body.errors[0].path).toBe(at);
		}
	});

	it("is refused for an artist that is unknown or another tenant's, and for an unknown tenant", async () => {
		const theirs = await newArtist({}, other.key);
		for (const artist_id of [newId("artist", Date.now()), theirs.id, "nobody"]) {
			const answer = await post(400, { ...least(), artist_id });
			expectProblem(answer, path(), "validation_error");
			expect(answer.body.errors).toEqual([{ location: "body", path: "artist_id", message: "names no artist" }]);
		}
		await post(404, { ...least(), artist_id: "nobody" }, newId("tenant", Date.now()));
	});

	it("is refused with forms that are unknown or another tenant's, made or changed", async () => {
		const theirs = await newForm(other.key);
		const { id } = await create({ intake_form_id: everything.intake_form_id });
		for (const form of [newId("form", Date.now()), theirs.id, "none"]) {
			const given = { intake_form_id: form, consent_form_id: form };
			for (const answer of [await post(400, { ...least(), ...given }), await patch(400, id, given)]) {
				expect(answer.body.code).toBe("validation_error");
				expect(answer.body.errors).toEqual([
					{ location: "body", path: "intake_form_id", message: "names no form" },
					{ location: "body", path: "consent_form_id", message: "names no form" },
				]);
			}
		}
		const { body } = await patch(200, id, { intake_form_id: null, consent_form_id: everything.consent_form_id });
		expect(body).toMatchObject({ intake_form_id: null, consent_form_id: everything.consent_form_id });
	});

	it("has a slug of its own among its artist's", async () => {
		const { slug } = await create();
		expectProblem(await post(409, { ...least(), slug }), path(), "conflict");
		await create({ slug, artist_id: (await newArtist()).id });
		const { id } = await create();
		await patch(409, id, { slug });
		const racing = { ...least(), slug: "racing" };
		const answers = await Promise.all([1, 2].map(() => send(path(), { key: env.OPERATOR_TOKEN, body: racing })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
	});

	it("is read-only in /v1", async () => {
		const { id } = await create();
		await call(404, "/v1/event_types", { key: world.key, body: least() });
		for (const method of ["PATCH", "DELETE"])
			await call(404, `/v1/event_types/${id}`, { method, key: world.key, body: {} });
	});

	it("is nobody else's", async () => {
		const { id } = await create();
		await call(404, `/v1/event_types/${id}`, { key: other.key });
		const listed = await readAllPages("/v1/event_types", other.key);
		expect(listed.flat().map((one) => one.id)).not.toContain(id);
	});
});

describe("changing an event type", () => {
	it("changes what is sent and no other, emits nothing and is audited", async () => {
		const before = await create(everything);
		advance(5);
		const given = { name: "Half day", duration_minutes: 240, description: null, tags: [], is_active: true };
		const { body } = await patch(200, before.id, given);
		expect(body).toEqual({ ...before, ...given, updated_at: body.updated_at });
		expect(body.updated_at > before.updated_at).toBe(true);
		expect(await get(before.id)).toEqual(body);
		expect(await actionsOn(world.key, before.id)).toEqual(["event_type.created", "event_type.updated"]);
	});

	it("does nothing where nothing changes, and leaves it with its artist", async () => {
		const before = await create(everything);
		advance(5);
		const { name, tags, description, visibility } = before;
		for (const given of [{}, { name, tags, description, visibility }])
			expect((await patch(200, before.id, given)).body).toEqual(before);
		const answer = await patch(200, before.id, { artist_id: (await newArtist()).id });
		expect(answer.body).toEqual(before);
		expect(answer.headers.get("Service-Ignored-Fields")).toBe("artist_id");
		expect(await actionsOn(world.key, before.id)).toEqual(["event_type.created"]);
	});

	it("finds only what exists", async () => {
		await patch(404, newId("event_type", Date.now()), { name: "A" });
		await patch(400, "ety_1", { name: "A" });
	});

	it("is applied or refused where two change it at once", async () => {
		const { id } = await create();
		const fields = ["description", "location", "instructions"];
		const answers = await Promise.all(
			fields.map((field) =>
				send(`/admin/event_types/${id}`, { method: "PATCH", key: env.OPERATOR_TOKEN, body: { [field]: "set" } }),
			),
		);
		const found = await get(id);
		for (const [index, { status, body }] of answers.entries()) {
			if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
			expect(found[fields[index] as string] === "set").toBe(status === 200);
		}
	});
});

describe("listing event types", () => {
	it("filters by artist and kind, alone, together and with updated_since", async () => {
		const [a, b] = [await newArtist(), await newArtist()];
		const ids: string[] = [];
		for (let n = 0; n < 6; n++) {
			const given = { artist_id: (n % 2 ? a : b).id, kind: n < 3 ? "CONSULTATION" : "PIERCING" };
			ids.push((await create(given)).id);
		}
		const list = async (query: string) =>
			(await readAllPages(`/v1/event_types?limit=2&${query}`, world.key)).flat().map(({ id }) => ids.indexOf(id));
		expect((await list("")).slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
		expect(await list(`artist_id=${a.id}`)).toEqual([5, 3, 1]);
		expect(await list("kind=PIERCING")).toEqual([5, 4, 3]);
		expect(await list(`kind=CONSULTATION&artist_id=${b.id}`)).toEqual([2, 0]);
		const now = advance(100);
		for (const n of [0, 1, 4]) await patch(200, ids[n] as string, { position: 9 });
		expect(await list(`updated_since=${now}`)).toEqual([4, 1, 0]);
		expect(await list(`updated_since=${now}&artist_id=${b.id}`)).toEqual([4, 0]);
		expect(await list(`updated_since=${now}&kind=CONSULTATION`)).toEqual([1, 0]);
		expect(await list(`artist_id=${newId("artist", Date.now())}`)).toEqual([]);
		await call(400, "/v1/event_types?kind=SPA", { key: world.key });
	});

	it("shows those as changed whose booking page or shop changed", async () => {
		const shop = await newShop({ name: "Moving" });
		const mine = await newArtist({ name: "Moving" });
		const { id } = await create({ artist_id: mine.id, slug: "s" });
		const changedBy = async (path: string, body: object): Promise<Json> => {
			const now = advance(100);
			await call(200, path, { method: "PATCH", key: world.key, body });
			const { data } = (await call(200, `/v1/event_types?updated_since=${now}`, { key: world.key })).body;
			expect(data.map((one: Json) => one.id)).toEqual(body && "bio" in body ? [] : [id]);
			return data[0];
		};
		const artistPath = `/v1/artists/${mine.id}`;
		expect(await changedBy(artistPath, { slug: "moved" })).toMatchObject({
			artist_slug: "moved",
			booking_url: "https://api.test/moved/book/s",
		});
		expect(await changedBy(artistPath, { shop_id: shop.id })).toMatchObject({ shop_id: shop.id, shop_slug: shop.slug });
		expect(await changedBy(`/v1/shops/${shop.id}`, { slug: "moved-shop" })).toMatchObject({ shop_slug: "moved-shop" });
		await changedBy(artistPath, { bio: "Still here" });
	});
});
