import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventTypePatch } from "../../src/domain/studio/event-types/schema.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Answer, call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { post } from "../support/oauth.ts";
import { Sites } from "../support/sites.ts";
import { newArtist, newEventType, newStudio, type Studio } from "../support/studio.ts";
import { newWorld, operate } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let studio: Studio;
/** A member of staff, who may set up the studio like an owner. */
let staff: Member;
beforeAll(async () => {
	studio = await newStudio();
	staff = await newMember({ tenantId: studio.id, role: "STAFF" });
});
beforeEach(() => advance(60));
afterEach(() => vi.restoreAllMocks());

const read = async (path: string): Promise<Json> => (await call(200, `/v1${path}`, { key: studio.key })).body;
const idIn = ({ headers }: Answer): string =>
	/\w+_[0-9a-f]{32}/.exec(headers.get("Location")?.split("?")[0] ?? "")?.[0] ?? "";
async function fill(
	status: number,
	path: string,
	changes: Record<string, string> = {},
	visitor = staff,
): Promise<Answer> {
	const { text } = await visitor.open(200, path);
	const form = formsOn(text).find(({ method, action }) => method === "post" && action.includes(`${path}?`));
	if (!form) throw new Error(`no form at ${path}`);
	const kept = form.fields.filter(([name]) => !(name in changes));
	return await visitor.submit(status, path, [...kept, ...Object.entries(changes)]);
}
/** A record was changed by these actions, the last of them by the member of staff. */
async function expectActions(id: string, actions: string[]): Promise<void> {
	const entries = (await auditOf(studio.id)).filter(({ resource_id }) => resource_id === id).reverse();
	expect(entries.map(({ action }) => action)).toEqual(actions);
	expect(entries.at(-1)?.actor).toEqual({ type: "user", id: staff.person.id });
}
const keptIn = async ({ text }: Answer, path: string): Promise<Record<string, string>> =>
	Object.fromEntries(formsOn(text).find(({ action }) => action.includes(path))?.fields ?? []);

describe("shops", () => {
	it("are created, edited and deleted, each with one audit entry by the person", async () => {
		const fields = {
			name: "Harbour",
			address_city: "Hamburg",
			address_postal_code: "20095",
			email: "h@example.com",
			timezone: "Europe/Lisbon",
		};
		const created = await fill(303, "/shops/new", fields);
		const id = idIn(created);
		expect(textOf((await follow(staff, created)).text)).toContain("The shop has been created.");
		const address = { line1: null, line2: null, city: "Hamburg", state: null, postal_code: "20095", country: null };
		expect(await read(`/shops/${id}`)).toMatchObject({
			name: "Harbour",
			slug: "harbour",
			timezone: "Europe/Lisbon",
			address,
		});
		await fill(303, `/shops/${id}/edit`, { name: "Harbour 2", address_city: "", address_postal_code: "" });
		expect(await read(`/shops/${id}`)).toMatchObject({ name: "Harbour 2", email: "h@example.com", address: null });
		expect(textOf((await staff.open(200, "/shops")).text)).toContain("Harbour 2");
		await fill(303, `/shops/${id}/delete`);
		await call(404, `/v1/shops/${id}`, { key: studio.key });
		await expectActions(id, ["shop.created", "shop.updated", "shop.deleted"]);
		expect(typesOf(await eventsOf(studio.key, { shopId: id }))).toEqual(["shop.created"]);
	});

	it("with artists are not deleted, and the page says what to do", async () => {
		const { id } = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Full" } })).body;
		const artist = await newArtist(studio.key, { shop_id: id });
		const refused = await fill(409, `/shops/${id}/delete`);
		expect(textOf(refused.text)).toContain("The shop is still in use");
		expect(linksOn(refused.text)).toContain(`/dashboard/artists/${artist}?studio=${studio.id}`);
		expect(linksOn(refused.text)).toContain(`/dashboard/artists?studio=${studio.id}&shop_id=${id}`);
		await read(`/shops/${id}`);
	});

	it("explain a slug that is taken at its field, and keep what was typed", async () => {
		await call(201, "/v1/shops", { key: studio.key, body: { name: "Taken", slug: "taken" } });
		const refused = await fill(409, "/shops/new", { name: "Other", slug: "taken", address_city: "Kiel" });
		expect(textOf(refused.text)).toContain("This slug is taken. Choose another one");
		expect(refused.text).toContain('aria-describedby="slug-hint slug-fault"');
		expect(await keptIn(refused, "/shops/new")).toMatchObject({ name: "Other", slug: "taken", address_city: "Kiel" });
		expect(textOf((await fill(422, "/shops/new", { name: "Other", slug: "No Slug" })).text)).toContain("Slug must be");
	});
});

describe("artists", () => {
	it("are created, edited, deactivated and activated", async () => {
		const { id: shop_id } = (await call(201, "/v1/shops", { key: studio.key, body: { name: "West" } })).body;
		const created = await fill(303, "/artists/new", { name: "Noor Haddad", shop_id, max_appointments_per_day: "3" });
		const id = idIn(created);
		const artist = await read(`/artists/${id}`);
		expect(artist).toMatchObject({
			name: "Noor Haddad",
			shop_id,
			max_appointments_per_day: 3,
			is_consultation_desk: false,
		});
		const page = textOf((await follow(staff, created)).text);
		for (const words of ["Now set the working hours", "West", `/${artist.slug}`]) expect(page).toContain(words);
		await fill(303, `/artists/${id}/edit`, {
			timezone: "Asia/Tokyo",
			is_consultation_desk: "true",
			max_appointments_per_day: "",
		});
		expect(await read(`/artists/${id}`)).toMatchObject({
			timezone: "Asia/Tokyo",
			slug: artist.slug,
			is_consultation_desk: true,
			max_appointments_per_day: null,
		});
		await fill(303, `/artists/${id}/deactivate`);
		expect(await read(`/artists/${id}`)).toMatchObject({ status: "DEACTIVATED" });
		expect(textOf((await staff.open(200, "/artists", { status: "DEACTIVATED" })).text)).toContain("Noor Haddad");
		await staff.submit(303, `/artists/${id}/activate`);
		expect(await read(`/artists/${id}`)).toMatchObject({ status: "ACTIVE" });
		await expectActions(id, ["artist.created", "artist.updated", "artist.deactivated", "artist.updated"]);
		expect(typesOf(await eventsOf(studio.key, { artistId: id }))).toEqual(["artist.created", "artist.deactivated"]);
	});

	it("that are deactivated are deleted, if no record names them; otherwise the page leads to one", async () => {
		const id = await newArtist(studio.key);
		const lead = { first_name: "Ana", assigned_artist_id: id };
		const named = (await call(201, "/v1/leads", { key: studio.key, body: lead })).body;
		await fill(303, `/artists/${id}/deactivate`);
		expect(linksOn((await staff.open(200, `/artists/${id}`)).text)).toContain(
			`/dashboard/artists/${id}/delete?studio=${studio.id}`,
		);
		const refused = await fill(409, `/artists/${id}/delete`);
		expect(textOf(refused.text)).toMatch(/Lead: ?Ana/);
		await call(200, `/v1/leads/${named.id}`, { key: studio.key, method: "DELETE" });
		await fill(303, `/artists/${id}/delete`);
		await call(404, `/v1/artists/${id}`, { key: studio.key });
	});

	it("explain a slug that any studio has taken", async () => {
		const other = await newWorld();
		const slug = `slug-${crypto.randomUUID()}`;
		await newArtist(other.key, { slug });
		const refused = await fill(409, "/artists/new", { name: "Somebody", slug, bio: "Kept" });
		expect(textOf(refused.text)).toContain("This slug is taken.");
		expect(await keptIn(refused, "/artists/new")).toMatchObject({ name: "Somebody", slug, bio: "Kept" });
	});

	it("have the working hours that were typed, with several ranges a day and over midnight", async () => {
		const id = await newArtist(studio.key);
		await fill(303, `/artists/${id}/hours`, { hours_1: "10-13, 14:00–18:00", hours_6: "20:00-02:00" });
		const { hours } = await read(`/artists/${id}/working_hours`);
		expect(hours).toEqual([
			{ weekday: 0, start: "00:00", end: "02:00" },
			{ weekday: 1, start: "10:00", end: "13:00" },
			{ weekday: 1, start: "14:00", end: "18:00" },
			{ weekday: 6, start: "20:00", end: "24:00" },
		]);
		const shown = textOf((await staff.open(200, `/artists/${id}`)).text);
		expect(shown).toContain("Monday 10:00–13:00, 14:00–18:00 Tuesday Closed");
		expect(shown).toContain("Saturday 20:00–02:00 (next day) Sunday Closed");
		// A form that is sent as it is changes nothing.
		await fill(303, `/artists/${id}/hours`);
		const refused = await fill(422, `/artists/${id}/hours`, { hours_2: "in the morning" });
		expect(textOf(refused.text)).toContain("Tuesday must be times such as 10:00-13:00, 14:00-18:00.");
		expect(textOf((await fill(422, `/artists/${id}/hours`, { hours_2: "10-6" })).text)).toContain(
			"Did you mean 10:00-18:00?",
		);
		expect(await keptIn(refused, "/hours")).toMatchObject({ hours_2: "in the morning", hours_6: "20:00-02:00" });
		await expectActions(id, ["artist.created", "artist.working_hours_set"]);
	});

	it("have time blocks in their own zone, which are added and deleted", async () => {
		const id = await newArtist(studio.key, { timezone: "America/New_York" });
		const markup = "<img src=x onerror=alert(1)>";
		const times = { start_at: "2027-08-02T00:00", end_at: "2027-08-05T12:00" };
		await fill(303, `/artists/${id}/time_blocks/new`, { ...times, reason: markup });
		const [block] = (await read(`/artists/${id}/time_blocks`)).data;
		expect(block).toMatchObject({
			start_at: "2027-08-02T04:00:00.000Z",
			end_at: "2027-08-05T16:00:00.000Z",
			reason: markup,
		});
		const { text } = await staff.open(200, `/artists/${id}`);
		expect(text).not.toContain(markup);
		expect(textOf(text)).toContain(`2 Aug 2027, 00:00 5 Aug 2027, 12:00 ${markup}`);
		const refused = await fill(422, `/artists/${id}/time_blocks/new`, { ...times, end_at: "2027-08-01T00:00" });
		expect(textOf(refused.text)).toContain("To must be after “From”.");
		expect(await keptIn(refused, "/time_blocks/new")).toMatchObject({ start_at: times.start_at });
		await fill(303, `/artists/${id}/time_blocks/${block.id}/delete`);
		expect((await read(`/artists/${id}/time_blocks`)).data).toEqual([]);
		await expectActions(block.id, ["time_block.created", "time_block.deleted"]);
	});

	it("have an external calendar with its last reading, or the error of it, and without its secret query", async () => {
		const id = await newArtist(studio.key);
		const at = (step = "") => `/artists/${id}/external_calendar${step}`;
		const ics = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
		const server = new Sites();
		server.answers("https://calendar.example/feed.ics?secret=hunter2", () => new Response(ics));
		await fill(303, at(), { ics_url: "https://calendar.example/feed.ics?secret=hunter2" });
		const good = (await staff.open(200, `/artists/${id}`)).text;
		expect(textOf(good)).toContain("https://calendar.example/feed.ics State Read Last reading");
		expect(good).not.toContain("hunter2");
		server.answers("https://calendar.example/other.ics", () => new Response("no", { status: 500 }));
		await fill(303, at(), { ics_url: "https://calendar.example/other.ics" });
		expect(textOf((await staff.open(200, `/artists/${id}`)).text)).toContain(
			"The last reading failed: The address answered with status 500.",
		);
		const refused = await fill(422, at(), { ics_url: "https://10.0.0.1/feed.ics" });
		expect(await keptIn(refused, "/external_calendar")).toMatchObject({ ics_url: "https://10.0.0.1/feed.ics" });
		await fill(303, at("/remove"));
		expect(textOf((await staff.open(200, `/artists/${id}`)).text)).toContain("None. Only appointments and time blocks");
		await expectActions(id, ["artist.created", ...Array(3).fill("artist.external_calendar_set")]);
	});
});

describe("event types", () => {
	it("are created with the basics, and show their booking address", async () => {
		const created = await fill(303, "/event_types/new", {
			artist_id: studio.artistId,
			name: "Large piece",
			duration_minutes: "180",
		});
		const id = idIn(created);
		const type = await read(`/event_types/${id}`);
		expect(type).toMatchObject({
			name: "Large piece",
			slug: "large-piece",
			kind: "TATTOO",
			duration_minutes: 180,
			is_active: true,
		});
		const page = (await follow(staff, created)).text;
		expect(page).toContain(`<pre id="booking-address" tabindex="0">${type.booking_url}</pre>`);
		expect(page).toContain('<copy-button for="booking-address"');
		expect(textOf(page)).not.toMatch(/Deposit is|Fee is/);
		await expectActions(id, ["event_type.created"]);
	});

	it("take every property, and a form that is sent as it is changes nothing", async () => {
		const newForm = async (name: string, kind: string) => {
			const body = { name, kind, fields: [{ key: "a", label: "A", type: "text" }] };
			return (await call(201, "/v1/forms", { key: studio.key, body })).body;
		};
		const [form, consent] = [await newForm("Health", "INTAKE"), await newForm("Consent", "CONSENT")];
		const given = {
			description: "Long",
			visibility: "UNLISTED",
			buffer_before_minutes: 10,
			buffer_after_minutes: 15,
			minimum_notice_minutes: 60,
			booking_window_days: 90,
			min_duration_minutes: 30,
			max_duration_minutes: 240,
			price_type: "FROM",
			price_amount: 12_050,
			price_from: 10_000,
			price_to: 20_000,
			currency: "EUR",
			deposit_required: true,
			deposit_type: "PERCENTAGE",
			deposit_amount: 30,
			deposit_due_hours: 24,
			cancellation_window_hours: 48,
			cancellation_fee_type: "FIXED",
			cancellation_fee_amount: 5050,
			cancellation_policy: "Call us",
			reschedule_window_hours: 24,
			max_reschedules: 2,
			location_type: "ONLINE",
			location: "https://meet.example/x",
			intake_form_id: form.id,
			consent_form_id: consent.id,
			requires_consent: true,
			requires_approval: true,
			color: "#1a2b3c",
			image_url: "https://example.com/a.png",
			confirmation_message: "See you",
			instructions: "Eat well",
			reminder_hours: [48, 2],
			allowed_placements: ["arm", "leg"],
			tags: ["fine"],
			max_participants: 2,
			min_age: 18,
			position: 3,
		};
		const id = await newEventType(studio.id, studio.artistId, given);
		const before = await read(`/event_types/${id}`);
		await fill(303, `/event_types/${id}/edit`);
		expect(await read(`/event_types/${id}`)).toEqual(before);
		const page = textOf((await staff.open(200, `/event_types/${id}`)).text);
		for (const words of [
			"People with the address",
			"120.50 EUR",
			"30 percent",
			"50.50 EUR",
			"Health",
			"48, 2",
			"arm, leg",
		])
			expect(page).toContain(words);
		const empty = await newEventType(studio.id, studio.artistId);
		const changes = Object.fromEntries(
			Object.entries({
				...given,
				price_amount: "120.50",
				price_from: "100",
				price_to: "200,00",
				cancellation_fee_amount: "50.5",
			}).map(([name, value]) => [
				name,
				Array.isArray(value) ? value.join(name === "reminder_hours" ? ", " : "\n") : String(value),
			]),
		);
		await fill(303, `/event_types/${empty}/edit`, changes);
		expect(await read(`/event_types/${empty}`)).toMatchObject(given);
		await expectActions(empty, ["event_type.created", "event_type.updated"]);
	});

	it("have a field for every property that an operator may set", async () => {
		const { text } = await staff.open(200, `/event_types/${await newEventType(studio.id, studio.artistId)}/edit`);
		const names = new Set(formsOn(text).flatMap(({ fields }) => fields.map(([name]) => name)));
		const missing = Object.keys(eventTypePatch.shape).filter(
			(name) => !names.has(name) && !names.has(`${name}_name_0`) && !text.includes(`type="checkbox" name="${name}"`),
		);
		expect(missing).toEqual([]);
	});

	it("take metadata, whose other entries stay, also those that somebody adds meanwhile", async () => {
		const given = { crm: "1", lines: "one\r\ntwo\nthree", gone: "x" };
		const id = await newEventType(studio.id, studio.artistId, { metadata: given });
		await fill(303, `/event_types/${id}/edit`);
		expect(await read(`/event_types/${id}`)).toMatchObject({ metadata: given });
		const { text } = await staff.open(200, `/event_types/${id}/edit`);
		const { fields } = formsOn(text).find(({ action }) => action.includes("/edit?")) ?? { fields: [] };
		const rowOf = (name: string) =>
			fields
				.find(([, value]) => value === name)?.[0]
				.split("_")
				.at(-1) ?? "none";
		const typed = new Map(fields);
		typed.set(`metadata_value_${rowOf("crm")}`, "2");
		typed.set(`metadata_name_${rowOf("gone")}`, "");
		typed.set("metadata_name_4", "new");
		typed.set("metadata_value_4", "ü=1");
		await operate(200, `/admin/event_types/${id}`, { method: "PATCH", body: { metadata: { late: "kept" } } });
		await staff.submit(303, `/event_types/${id}/edit`, [...typed]);
		const kept = { crm: "2", lines: given.lines, late: "kept", new: "ü=1" };
		expect((await read(`/event_types/${id}`)).metadata).toEqual(kept);
		const page = textOf((await staff.open(200, `/event_types/${id}`)).text);
		for (const words of ["Metadata", "crm 2", "new ü=1"]) expect(page).toContain(words);
		const created = await fill(303, "/event_types/new", {
			artist_id: studio.artistId,
			name: "With metadata",
			duration_minutes: "60",
			metadata_name_0: "a",
			metadata_value_0: "b",
		});
		expect((await read(`/event_types/${idIn(created)}`)).metadata).toEqual({ a: "b" });
	});

	it.each([
		[{ metadata_name_0: "a", metadata_name_1: "a" }, "Metadata: the key “a” stands there twice."],
		[{ metadata_name_0: "a".repeat(41) }, "Metadata has a key that is too long."],
		[{ metadata_value_0: "orphan" }, "Metadata has a key that is empty."],
		[{ metadata_name_0: "a", metadata_value_0: "b".repeat(501) }, "Metadata must have at most 500 characters."],
	])("refuse metadata that cannot be, open its group and keep what was typed: %j", async (typed, words) => {
		const id = await newEventType(studio.id, studio.artistId);
		const refused = await fill(422, `/event_types/${id}/edit`, typed);
		expect(textOf(refused.text)).toContain(words);
		expect(refused.text).toContain('<details class="more" open=""><summary>Metadata');
		expect(await keptIn(refused, "/edit")).toMatchObject(typed);
	});

	it("say at the field what is wrong, open its group, and keep what was typed", async () => {
		const id = await newEventType(studio.id, studio.artistId);
		const refused = await fill(422, `/event_types/${id}/edit`, { price_from: "20", price_to: "10", currency: "EUR" });
		expect(textOf(refused.text)).toContain("To must not be less than “From”.");
		expect(refused.text).toMatch(/<details class="more" open=""><summary>Price and deposit/);
		expect(await keptIn(refused, "/edit")).toMatchObject({ price_from: "20", price_to: "10" });
		const taken = await read(`/event_types/${studio.typeId}`);
		const again = await fill(409, `/event_types/${id}/edit`, { slug: taken.slug });
		expect(textOf(again.text)).toContain("This slug is taken.");
		expect(textOf((await fill(422, `/event_types/${id}/edit`, { price_amount: "much" })).text)).toContain(
			"Amount must be a number.",
		);
	});

	it("that no appointment has are deleted, the others are not, and the page leads to one", async () => {
		const id = await newEventType(studio.id, studio.artistId);
		const [start_at, client_id] = ["2027-04-06T09:00:00Z", studio.clientId];
		const body = { artist_id: studio.artistId, event_type_id: id, client_id, start_at };
		const appointment = (await call(201, "/v1/appointments", { key: studio.key, body })).body;
		const path = `/v1/appointments/${appointment.id}`;
		const refused = await fill(409, `/event_types/${id}/delete`);
		expect(linksOn(refused.text)).toContain(`/dashboard/calendar/${appointment.id}?studio=${studio.id}`);
		expect(textOf(refused.text)).toMatch(/At least these records name it: Appointment of /);
		const instead = `/dashboard/event_types/${id}/deactivate?studio=${studio.id}`;
		expect(refused.text).toContain(`formaction="${instead}"`);
		await staff.submit(303, `/event_types/${id}/deactivate`);
		expect(await read(`/event_types/${id}`)).toMatchObject({ is_active: false });
		expect((await fill(409, `/event_types/${id}/delete`)).text).not.toContain("formaction");
		await call(200, path, { key: studio.key, method: "PATCH", body: { status: "CANCELLED" } });
		await call(200, path, { key: studio.key, method: "DELETE" });
		await fill(303, `/event_types/${id}/delete`);
		await call(404, `/v1/event_types/${id}`, { key: studio.key });
		await expectActions(id, ["event_type.created", "event_type.updated", "event_type.deleted"]);
	});

	it("are deactivated and activated", async () => {
		const id = await newEventType(studio.id, studio.artistId);
		await staff.submit(303, `/event_types/${id}/deactivate`);
		expect(await read(`/event_types/${id}`)).toMatchObject({ is_active: false });
		await staff.submit(303, `/event_types/${id}/activate`);
		await expectActions(id, ["event_type.created", "event_type.updated", "event_type.updated"]);
	});
});

describe("what a studio sets up", () => {
	it("is its own: a foreign id changes nothing and is like an unknown one", async () => {
		const stranger = await newMember();
		const { id: shop } = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Ours" } })).body;
		const span = { start_at: "2027-09-01T10:00:00Z", end_at: "2027-09-01T11:00:00Z" };
		const block = (await operate(201, `/admin/artists/${studio.artistId}/time_blocks`, { body: span })).body.id;
		const before = await Promise.all([
			read(`/artists/${studio.artistId}`),
			read(`/event_types/${studio.typeId}`),
			read(`/shops/${shop}`),
		]);
		const forms = [
			`/shops/${shop}/edit`,
			`/shops/${shop}/delete`,
			`/artists/${studio.artistId}/edit`,
			`/artists/${studio.artistId}/hours`,
			`/artists/${studio.artistId}/deactivate`,
			`/artists/${studio.artistId}/time_blocks/new`,
			`/artists/${studio.artistId}/time_blocks/${block}/delete`,
			`/artists/${studio.artistId}/external_calendar`,
			`/artists/${studio.artistId}/external_calendar/remove`,
			`/event_types/${studio.typeId}/edit`,
		];
		const fields = {
			name: "Stolen",
			kind: "TATTOO",
			duration_minutes: "60",
			start_at: "2027-09-01T10:00",
			end_at: "2027-09-01T11:00",
			ics_url: "https://calendar.example/x.ics",
			visibility: "PUBLIC",
			price_type: "QUOTE",
			deposit_type: "FIXED",
			cancellation_fee_type: "FIXED",
			location_type: "SHOP",
		};
		for (const path of forms) {
			await stranger.open(404, path);
			await stranger.submit(404, path, fields);
		}
		for (const step of ["activate", "deactivate"]) await stranger.submit(404, `/event_types/${studio.typeId}/${step}`);
		for (const path of [
			`/shops/${newId("shop", 0)}`,
			`/artists/${studio.artistId}`,
			"/artists/art_1",
			`/event_types/${studio.typeId}`,
		])
			expect(textOf((await stranger.open(404, path)).text)).toContain("This studio does not have this record.");
		const type = { ...fields, artist_id: studio.artistId };
		expect(textOf((await stranger.submit(422, "/event_types/new", type)).text)).toContain(
			"Artist is no artist of this studio.",
		);
		expect(
			await Promise.all([
				read(`/artists/${studio.artistId}`),
				read(`/event_types/${studio.typeId}`),
				read(`/shops/${shop}`),
			]),
		).toEqual(before);
		await read(`/artists/${studio.artistId}/time_blocks/${block}`);
	});

	it("is created once, however often a form is sent", async () => {
		const fields = { name: "Once", form_id: "b".repeat(22) };
		const answers = await Promise.all(
			[1, 2].map(() => post(staff.at("/shops/new"), fields, { headers: { Cookie: staff.cookie } })),
		);
		const ids = answers.filter(({ status }) => status === 303).map(idIn);
		expect(new Set(ids).size).toBe(1);
		expect((await read("/shops")).data.filter(({ name }: Json) => name === "Once")).toHaveLength(1);
	});

	it("begins empty, and each list says what to do", async () => {
		const visitor = await newMember();
		for (const [path, words] of [
			["/shops", "Create a shop"],
			["/artists", "Create an artist"],
			["/event_types", "Create an event type"],
		] as const)
			expect(textOf((await visitor.open(200, path)).text)).toContain(words);
	});

	it("has a way back at the end of each form", async () => {
		const { artistId, typeId } = studio;
		for (const path of [
			"/shops/new",
			"/artists/new",
			`/artists/${artistId}/edit`,
			`/artists/${artistId}/hours`,
			`/artists/${artistId}/time_blocks/new`,
			`/artists/${artistId}/external_calendar`,
			"/event_types/new",
			`/event_types/${typeId}/edit`,
		])
			expect((await staff.open(200, path)).text, path).toMatch(
				/<a class="button" href="[^"]+">Back<\/a><\/div><\/form>/,
			);
	});

	it("needs an artist first: without one, the form of a new event type leads to that of an artist", async () => {
		const visitor = await newMember();
		const { text } = await visitor.open(200, "/event_types/new");
		expect(textOf(text)).toContain("No artists yet An event type belongs to an artist. Create one first.");
		expect(await linksOn(text)).toContain(visitor.at("/artists/new"));
		expect(formsOn(text).filter(({ action }) => action.includes("/event_types/new"))).toEqual([]);
	});
});

it("offers UTC among the time zones, which the runtime leaves out of its list", async () => {
	const { text } = await staff.open(200, "/shops/new");
	expect(text).toContain('<option value="UTC"');
});
