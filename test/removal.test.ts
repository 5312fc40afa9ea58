import { beforeEach, describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	bookedLink,
	holdsOf,
	mailsTo,
	newBookableStudio,
	Visitor,
} from "./support/booking-page.ts";
import { advance } from "./support/clock.ts";
import { overtaken, rows } from "./support/database.ts";
import { actionsOn } from "./support/history.ts";
import { MailService } from "./support/mail-service.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { at, newArtist, newClient, newEventType, newStudio, type Studio, setHours } from "./support/studio.ts";
import { newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const service = new MailService();
beforeEach(() => advance(60));

const make = async (key: string, path: string, body: object): Promise<Json> =>
	(await call(201, path, { key, body })).body;
const remove = (status: number, key: string, path: string, headers: Record<string, string> = {}) =>
	call(status, path, { key, method: "DELETE", headers });
const patch = (key: string, path: string, body: object) => call(200, path, { key, method: "PATCH", body });
const deletedOf = async (key: string): Promise<string[]> =>
	(await call(200, "/v1/deletions", { key })).body.data.map(({ type, resource_id }: Json) => `${type} ${resource_id}`);

const book = (studio: Studio, given: object = {}) =>
	make(studio.key, "/v1/appointments", {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
		...given,
	});

describe("an artist", () => {
	it("whom nothing names is deleted with hours, time blocks and calendar, and the slug is free for every studio", async () => {
		const { key } = await newWorld({ plan: "empire" });
		const slug = `mika-${crypto.randomUUID()}`;
		const id = await newArtist(key, { slug });
		await setHours(id, [{ weekday: 1, start: "10:00", end: "18:00" }]);
		const span = { start_at: at("10:00"), end_at: at("12:00") };
		const block = await make(key, `/v1/artists/${id}/time_blocks`, span);
		await operate(200, `/admin/artists/${id}/external_calendar`, { method: "PUT", body: { busy: [span] } });
		expect((await remove(200, key, `/v1/artists/${id}`)).body).toEqual({ object: "artist", id, deleted: true });
		await call(404, `/v1/artists/${id}`, { key });
		for (const table of ["artists", "time_blocks", "external_calendars", "external_busy"])
			expect(await rows(`SELECT * FROM ${table} WHERE ${table === "artists" ? "id" : "artist_id"} = ?`, id)).toEqual(
				[],
			);
		expect((await deletedOf(key)).sort()).toEqual([`artist ${id}`, `time_block ${block.id}`]);
		expect(await actionsOn(key, block.id)).toEqual(["time_block.created", "time_block.deleted"]);
		const neighbour = await newWorld();
		advance(180);
		await scheduledWork();
		await newArtist(neighbour.key, { slug });
	});

	const naming: Record<string, (world: Tenant, artist: string) => Promise<string>> = {
		event_type: ({ id }, artist) => newEventType(id, artist),
		appointment: async ({ key }, artist) => {
			const times = { start_at: at("10:00"), end_at: at("11:00") };
			return (await make(key, "/v1/appointments", { artist_id: artist, client_id: await newClient(key), ...times })).id;
		},
		client: ({ key }, artist) => newClient(key, { assigned_artist_id: artist }),
		lead: async ({ key }, artist) =>
			(await make(key, "/v1/leads", { first_name: "Ana", assigned_artist_id: artist })).id,
		idea: async ({ key }, artist) => {
			const client_id = await newClient(key);
			return (await make(key, "/v1/ideas", { client_id, subject: "Fern", artist_id: artist })).id;
		},
	};

	it.each(Object.keys(naming))("named by a record of the kind %s stays: 409 with that record", async (object) => {
		const world = await newWorld({ plan: "empire" });
		const artist = await newArtist(world.key);
		const id = await naming[object]?.(world, artist);
		const { body } = await remove(409, world.key, `/v1/artists/${artist}`);
		expect(body).toMatchObject({ code: "conflict", referenced_by: [{ object, id }] });
		await call(200, `/v1/artists/${artist}`, { key: world.key });
	});

	it.each(Object.keys(naming))("named by a %s that comes meanwhile stays", async (object) => {
		const world = await newWorld({ plan: "empire" });
		const artist = await newArtist(world.key);
		const path = `/v1/artists/${artist}`;
		const init = { method: "DELETE", headers: { Authorization: `Bearer ${world.key}` } };
		const { status, body } = await overtaken(async () => await naming[object]?.(world, artist), path, init);
		expect([status, body.referenced_by?.[0]?.object]).toEqual([409, object]);
		await call(200, path, { key: world.key });
	});

	it("keeps hours, blocks and slug after a deletion that was refused, a dry one, and one with an old version", async () => {
		const { key } = await newWorld();
		const slug = `mika-${crypto.randomUUID()}`;
		const id = await newArtist(key, { slug });
		const lead = await make(key, "/v1/leads", { first_name: "Ana", assigned_artist_id: id });
		await make(key, `/v1/artists/${id}/time_blocks`, { start_at: at("10:00"), end_at: at("12:00") });
		await remove(409, key, `/v1/artists/${id}`);
		await remove(200, key, `/v1/leads/${lead.id}`);
		await remove(200, key, `/v1/artists/${id}`, { "Service-Dry-Run": "true" });
		await remove(412, key, `/v1/artists/${id}`, { "If-Match": '"7"' });
		advance(180);
		await scheduledWork();
		expect((await call(200, `/v1/artists/${id}/time_blocks`, { key })).body.data).toHaveLength(1);
		const neighbour = await newWorld();
		expect((await send("/v1/artists", { key: neighbour.key, body: { name: "Mika", slug } })).status).toBe(409);
	});

	it.each<[string, (artist: string, client: string) => [path: string, body: object]]>([
		["a time block", (id) => [`/v1/artists/${id}/time_blocks`, { start_at: at("10:00"), end_at: at("11:00") }]],
		["a client", (id) => ["/v1/clients", { first_name: "Bo", email: "bo@example.com", assigned_artist_id: id }]],
		["a lead", (id) => ["/v1/leads", { first_name: "Bo", assigned_artist_id: id }]],
		["an idea", (id, client_id) => ["/v1/ideas", { client_id, subject: "Fern", artist_id: id }]],
		[
			"an appointment",
			(artist_id, client_id) => [
				"/v1/appointments",
				{ artist_id, client_id, start_at: at("10:00"), end_at: at("11:00") },
			],
		],
	])("that is deleted while %s is made that names it refuses it, and nothing fails", async (_, requestFor) => {
		const { key } = await newWorld();
		const id = await newArtist(key);
		const [path, body] = requestFor(id, await newClient(key));
		const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
		const init = { method: "POST", headers, body: JSON.stringify(body) };
		const answer = await overtaken(() => remove(200, key, `/v1/artists/${id}`), path, init);
		expect([400, 404, 409], JSON.stringify(answer)).toContain(answer.status);
	});

	it("of another studio cannot be deleted", async () => {
		const [mine, theirs] = [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_1" })];
		const id = await newArtist(theirs.key);
		await remove(404, mine.key, `/v1/artists/${id}`);
		await call(200, `/v1/artists/${id}`, { key: theirs.key });
	});
});

describe("an appointment", () => {
	let place: BookableStudio;
	let email: string;
	let link: string;
	let path: string;
	beforeEach(async () => {
		service.reset();
		place = await newBookableStudio();
		email = `${crypto.randomUUID()}@example.com`;
		link = await bookedLink(service, place, at("10:00"), email);
		const [appointment] = await appointmentsOf(place.id);
		path = `/v1/appointments/${appointment?.id}`;
	});

	it("that is live stays: 409; once cancelled it goes with its reminders and its manage link", async () => {
		const { id } = (await call(200, path, { key: place.key })).body;
		expect((await remove(409, place.key, path)).body.detail).toContain("live");
		await patch(place.key, path, { status: "CANCELLED" });
		expect((await remove(200, place.key, path)).body).toEqual({ object: "appointment", id, deleted: true });
		await call(404, path, { key: place.key });
		expect(await deletedOf(place.key)).toEqual([`appointment ${id}`]);
		expect(await rows("SELECT * FROM booking_links WHERE appointment_id = ?", id)).toEqual([]);
		expect(await rows("SELECT * FROM reminders WHERE appointment_id = ?", id)).toEqual([]);
		expect((await new Visitor().get(link)).status).toBe(410);
	});

	it("whose mail to the client has not left yet stays until it has", async () => {
		service.fault = "E_INTERNAL_SERVER_ERROR";
		expect((await new Visitor().post(`${link}/cancel`, { email })).status).toBe(200);
		expect((await remove(409, place.key, path)).body.detail).toContain("mail");
		service.fault = null;
		advance(3600);
		await mailsTo(service, place.id, email);
		await remove(200, place.key, path);
	});

	it("with a charged fee stays until the fee is refunded", async () => {
		const studio = await newStudio();
		const { id } = await book(studio);
		const path = `/v1/appointments/${id}`;
		await patch(studio.key, path, { status: "NO_SHOW" });
		const fee = `/admin/appointments/${id}/cancellation_fee`;
		await operate(201, fee, { body: { amount: 5000, currency: "EUR" } });
		expect((await remove(409, studio.key, path)).body.detail).toContain("fee");
		await operate(200, `${fee}/refund`, { method: "POST" });
		await remove(200, studio.key, path);
	});
});

describe("an event type", () => {
	it("without appointments is deleted by the operator, with what visitors hold, and the slug is free again", async () => {
		const studio = await newBookableStudio();
		await new Visitor().hold(studio, at("10:00"));
		expect(await holdsOf(studio.id)).toHaveLength(1);
		const path = `/admin/event_types/${studio.typeId}`;
		const { slug } = (await call(200, `/v1/event_types/${studio.typeId}`, { key: studio.key })).body;
		const { body } = await operate(200, path, { method: "DELETE" });
		expect(body).toEqual({ object: "event_type", id: studio.typeId, deleted: true });
		await call(404, `/v1/event_types/${studio.typeId}`, { key: studio.key });
		expect(await holdsOf(studio.id)).toEqual([]);
		expect(await deletedOf(studio.key)).toEqual([`event_type ${studio.typeId}`]);
		await newEventType(studio.id, studio.artistId, { slug });
		await operate(404, path, { method: "DELETE" });
	});

	it("with an appointment stays: 409 with one", async () => {
		const studio = await newStudio();
		const { id } = await book(studio);
		const { body } = await operate(409, `/admin/event_types/${studio.typeId}`, { method: "DELETE" });
		expect(body.referenced_by).toEqual([{ object: "appointment", id }]);
	});
});

describe("a shop", () => {
	it("that an appointment names stays: 409 with it, and with an artist who works there", async () => {
		const { key } = await newWorld({ plan: "empire" });
		const shop = await make(key, "/v1/shops", { name: "Kreuzberg" });
		const artist = await newArtist(key, { shop_id: shop.id });
		const times = { start_at: at("10:00"), end_at: at("11:00") };
		const appointment = await make(key, "/v1/appointments", {
			artist_id: artist,
			client_id: await newClient(key),
			...times,
		});
		expect(appointment.shop_id).toBe(shop.id);
		const named = async () => (await remove(409, key, `/v1/shops/${shop.id}`)).body.referenced_by;
		expect(await named()).toEqual([
			{ object: "artist", id: artist },
			{ object: "appointment", id: appointment.id },
		]);
		await patch(key, `/v1/artists/${artist}`, { shop_id: null });
		expect(await named()).toEqual([{ object: "appointment", id: appointment.id }]);
		await patch(key, `/v1/appointments/${appointment.id}`, { status: "CANCELLED" });
		await remove(200, key, `/v1/appointments/${appointment.id}`);
		await remove(200, key, `/v1/shops/${shop.id}`);
	});
});

describe("a form submission", () => {
	const field = { key: "name", label: "Name", type: "text" };
	const submitted = async (key: string, form: object) => {
		const { id } = await make(key, "/v1/forms", { name: "Intake", fields: [field], ...form });
		return await make(key, `/v1/forms/${id}/submissions`, { submission_data: { name: "Ana" } });
	};

	it("is deleted, and the lead that it made stays and names it no longer", async () => {
		const { key } = await newWorld();
		const { id, lead_id, form_id } = await submitted(key, { creates: "LEAD" });
		const before = (await call(200, `/v1/leads/${lead_id}`, { key })).body;
		expect(before.form_submission_id).toBe(id);
		advance(5);
		const { body } = await remove(200, key, `/v1/form_submissions/${id}`);
		expect(body).toEqual({ object: "form_submission", id, deleted: true });
		const after = (await call(200, `/v1/leads/${lead_id}`, { key })).body;
		expect(after).toEqual({ ...before, form_submission_id: null, updated_at: after.updated_at });
		expect(after.updated_at > before.updated_at).toBe(true);
		expect(await actionsOn(key, lead_id)).toEqual(["lead.created", "lead.updated"]);
		await call(404, `/v1/form_submissions/${id}`, { key });
		await remove(200, key, `/v1/forms/${form_id}`);
		expect((await deletedOf(key)).sort()).toEqual([`form ${form_id}`, `form_submission ${id}`]);
	});

	it("keeps its form: 409 with the submission", async () => {
		const { key } = await newWorld();
		const { id, form_id } = await submitted(key, {});
		const { body } = await remove(409, key, `/v1/forms/${form_id}`);
		expect(body.referenced_by).toEqual([{ object: "form_submission", id }]);
	});

	it("is read by its id alone, and only by its own studio", async () => {
		const [mine, theirs] = [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_1" })];
		const made = await submitted(theirs.key, {});
		expect((await call(200, `/v1/form_submissions/${made.id}`, { key: theirs.key })).body).toEqual(made);
		await call(404, `/v1/form_submissions/${made.id}`, { key: mine.key });
		await remove(404, mine.key, `/v1/form_submissions/${made.id}`);
	});
});
