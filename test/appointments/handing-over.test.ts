import { beforeEach, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { bookedLink, newBookableStudio, Visitor } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { addRows, overtaken, rows } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { scheduledWork } from "../support/scheduled.ts";
import {
	at,
	everyDay,
	newArtist,
	newClient,
	newEventType,
	newStudio,
	type Studio,
	setHours,
} from "../support/studio.ts";
import { operate } from "../support/world.ts";

const mail = new MailService();
let studio: Studio;
let other: { artistId: string; typeId: string };

beforeEach(async () => {
	mail.reset();
	studio = await newStudio({ artist: { name: "Mika" } });
	other = await bookableArtist({ name: "Zeynep" });
});

async function bookableArtist(given: object = {}, type: object = {}) {
	const artistId = await newArtist(studio.key, { timezone: "Europe/London", ...given });
	await setHours(artistId, everyDay);
	return { artistId, typeId: await newEventType(studio.id, artistId, { ...type }) };
}
const book = async (given: Record<string, unknown> = {}) => {
	advance(2);
	const booking = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	const body = { ...booking, start_at: at("12:00"), ...given };
	return (await call(201, "/v1/appointments", { key: studio.key, body })).body;
};
const patch = (status: number, id: string, body: object, headers: Record<string, string> = {}) =>
	call(status, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body, headers });
const get = async (path: string) => (await call(200, path, { key: studio.key })).body;
const lastEvent = async () => (await get("/v1/events")).data[0];
const toOther = () => ({ artist_id: other.artistId, event_type_id: other.typeId });
const errorsOf = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map(({ path }) => path);

describe("another artist", () => {
	it("and another time are one move: one event and one mail, with the new artist's zone, shop and buffers", async () => {
		const shop = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Soho" } })).body.id;
		const wide = await bookableArtist({ name: "Noor", shop_id: shop }, { buffer_after_minutes: 30 });
		const before = await book();
		const count = (await get("/v1/events")).data.length;
		const { body } = await patch(200, before.id, {
			artist_id: wide.artistId,
			event_type_id: wide.typeId,
			start_at: at("14:00"),
		});
		expect(body).toMatchObject({
			client_notified: true,
			data: { artist_id: wide.artistId, shop_id: shop, timezone: "Europe/London", end_at: at("15:00") },
		});
		expect((await get("/v1/events")).data).toHaveLength(count + 1);
		expect(await lastEvent()).toMatchObject({
			type: "appointment.rescheduled",
			data: {
				artistId: wide.artistId,
				previousArtistId: studio.artistId,
				previousStartDateTime: at("12:00"),
				changes: {
					artistId: { old: studio.artistId, new: wide.artistId },
					shopId: { old: null, new: shop },
					startDateTime: { old: at("12:00"), new: at("14:00") },
				},
			},
		});
		expect(mail.sent).toHaveLength(1);
		const { subject, text } = mail.sent[0];
		expect(subject).toContain("has a new time and another artist");
		expect(text).toContain("Until now with: Mika\nNow with: Noor\nOld time: Tuesday, 2 March 2027, 12:00");
		expect(text).toContain("New time: Tuesday, 2 March 2027, 14:00–15:00 (Europe/London, GMT)");
		const within = { artist_id: wide.artistId, event_type_id: wide.typeId, client_id: studio.clientId };
		const refused = await call(409, "/v1/appointments", {
			key: studio.key,
			body: { ...within, start_at: at("15:15") },
		});
		expect(refused.body.failures[0].code).toBe("appointment_conflict");
	});

	it("alone is a move, too: the mail names both artists and one time", async () => {
		const { id } = await book();
		expect((await patch(200, id, toOther())).body.client_notified).toBe(true);
		const [{ subject, text }] = mail.sent;
		expect(subject).toMatch(/has another artist$/);
		expect(text).toContain("Until now with: Mika\nNow with: Zeynep\nTime: Tuesday, 2 March 2027, 12:00–13:00");
		expect(text).not.toContain("Old time");
		expect((await lastEvent()).type).toBe("appointment.rescheduled");
	});

	it("that is taken back before its mail could leave is told to nobody", async () => {
		const { id } = await book();
		mail.fault = "E_DOWN";
		expect((await patch(200, id, toOther())).body.client_notified).toBe(false);
		await patch(200, id, { artist_id: studio.artistId, event_type_id: studio.typeId });
		mail.fault = null;
		advance(3600);
		await scheduledWork();
		expect(mail.sent).toHaveLength(0);
		expect(await rows("SELECT id FROM mails WHERE tenant_id = ?", studio.id)).toEqual([]);
	});

	it("frees the time of the former artist and takes that of the new one", async () => {
		const { id } = await book();
		await patch(200, id, toOther());
		await book();
		const taken = { client_id: studio.clientId, ...toOther(), start_at: at("12:30") };
		const { body } = await call(409, "/v1/appointments", { key: studio.key, body: taken });
		expect(body.failures[0].code).toBe("appointment_conflict");
		const free = (artist: { artistId: string; typeId: string }) =>
			get(
				`/v1/availability?artist_id=${artist.artistId}&event_type_id=${artist.typeId}&from=${at("12:00")}&to=${at("12:15")}`,
			);
		expect((await free(other)).data).toEqual([]);
		expect(
			(await get(`/v1/appointments?artist_id=${other.artistId}`)).data.map((one: { id: string }) => one.id),
		).toEqual([id]);
	});

	it("needs one of their event types, or none", async () => {
		const { id } = await book();
		expect(errorsOf(await patch(400, id, { artist_id: other.artistId }))).toEqual(["event_type_id"]);
		expect(errorsOf(await patch(400, id, { event_type_id: other.typeId }))).toEqual(["event_type_id"]);
		const back = { artist_id: other.artistId, event_type_id: studio.typeId };
		expect(errorsOf(await patch(400, id, back))).toEqual(["event_type_id"]);
		const { body } = await patch(200, id, { artist_id: other.artistId, event_type_id: null });
		expect(body.data).toMatchObject({ artist_id: other.artistId, event_type_id: null });
	});

	it("is refused if unknown, of another studio or deactivated, all alike for a client and a shop", async () => {
		const { id } = await book();
		const elsewhere = await newStudio();
		const shop = (await call(201, "/v1/shops", { key: elsewhere.key, body: { name: "Far" } })).body.id;
		for (const artist_id of ["art_x", "", elsewhere.artistId])
			expect(errorsOf(await patch(400, id, { artist_id, event_type_id: null }))).toEqual(["artist_id"]);
		for (const client_id of ["cli_x", "", elsewhere.clientId])
			expect(errorsOf(await patch(400, id, { client_id }))).toEqual(["client_id"]);
		for (const shop_id of ["shp_x", "", shop]) expect(errorsOf(await patch(400, id, { shop_id }))).toEqual(["shop_id"]);
		const deactivated = await newArtist(studio.key);
		const body = { status: "DEACTIVATED" };
		await call(200, `/v1/artists/${deactivated}`, { key: studio.key, method: "PATCH", body });
		expect(errorsOf(await patch(400, id, { artist_id: deactivated, event_type_id: null }))).toEqual(["artist_id"]);
		for (const field of ["artist_id", "client_id"]) await patch(400, id, { [field]: null });
	});

	it("is checked by the rules of a new booking: hours, blocks, holds, the daily cap and the desk", async () => {
		const { id } = await book();
		const refusal = async (body: object = toOther()) =>
			(await patch(409, id, body)).body.failures.map(({ code }: { code: string }) => code);
		await operate(201, `/admin/artists/${other.artistId}/time_blocks`, {
			body: { start_at: at("12:30"), end_at: at("13:00") },
		});
		expect(await refusal()).toEqual(["time_block"]);
		expect(await refusal({ ...toOther(), start_at: at("04:00") })).toEqual(["outside_working_hours"]);
		await addRows([
			"holds",
			{
				id: `hld_${"0".repeat(32)}`,
				tenant_id: studio.id,
				artist_id: other.artistId,
				event_type_id: other.typeId,
				start_at: Date.parse(at("14:00")),
				end_at: Date.parse(at("15:00")),
				buffer_before_ms: 0,
				buffer_after_ms: 0,
				visitor: "v",
				network: "n",
				expires_at: Date.parse(at("15:00", "2099-01-01")),
				created_at: 1,
			},
		]);
		expect(await refusal({ ...toOther(), start_at: at("14:30") })).toEqual(["held"]);
		const artist = `/v1/artists/${other.artistId}`;
		await call(200, artist, { key: studio.key, method: "PATCH", body: { max_appointments_per_day: 1 } });
		expect(await refusal({ ...toOther(), start_at: at("16:00") })).toEqual(["max_appointments_per_day"]);
		await call(200, artist, { key: studio.key, method: "PATCH", body: { is_consultation_desk: true } });
		expect((await patch(422, id, toOther())).body.code).toBe("desk_consult_only");
		expect((await get(`/v1/appointments/${id}`)).artist_id).toBe(studio.artistId);
	});

	it("is one for one of two appointments that race for the same hour of theirs", async () => {
		const third = await bookableArtist();
		const ids = [(await book()).id, (await book({ artist_id: third.artistId, event_type_id: third.typeId })).id];
		const answers = await Promise.all(
			ids.map((id) => send(`/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: toOther() })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(answers.find(({ status }) => status === 409)?.body.code).toBe("slot_unavailable");
	});

	it("and another time that race for one appointment: one of the two is made, and the other is a conflict", async () => {
		const { id } = await book();
		const bodies = [toOther(), { start_at: at("15:00") }, { client_id: await newClient(studio.key) }];
		const answers = await Promise.all(
			bodies.map((body) => send(`/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body })),
		);
		for (const { status, body } of answers) expect(status === 200 || body.code === "conflict").toBe(true);
		const made = answers.filter(({ status }) => status === 200).length;
		const events = (await get(`/v1/events`)).data.filter(
			({ type }: { type: string }) => type !== "appointment.created" && type.startsWith("appointment."),
		);
		expect(events).toHaveLength(made);
	});

	it("or another client or shop that goes while the change is decided is a conflict, and nothing is changed", async () => {
		const before = await book();
		const clientId = await newClient(studio.key);
		const shop_id = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Soho" } })).body.id;
		const remove = (path: string) => () => call(200, path, { key: studio.key, method: "DELETE" });
		const deactivate = () =>
			call(200, `/v1/artists/${other.artistId}`, {
				key: studio.key,
				method: "PATCH",
				body: { status: "DEACTIVATED" },
			});
		for (const [body, meanwhile] of [
			[toOther(), deactivate],
			[{ client_id: clientId }, remove(`/v1/clients/${clientId}`)],
			[{ shop_id }, remove(`/v1/shops/${shop_id}`)],
		] as const) {
			const headers = { Authorization: `Bearer ${studio.key}`, "Content-Type": "application/json" };
			const path = `/v1/appointments/${before.id}`;
			const refused = await overtaken(meanwhile, path, { method: "PATCH", headers, body: JSON.stringify(body) });
			expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
		}
		expect(await get(`/v1/appointments/${before.id}`)).toEqual(before);
	});

	it("is only tried in a dry run, which says what would happen", async () => {
		const before = await book();
		const tried = await patch(200, before.id, toOther(), { "Service-Dry-Run": "true" });
		expect(tried.body).toMatchObject({ client_notified: true, data: { artist_id: other.artistId } });
		expect(tried.headers.get("Service-Dry-Run-Events")).toBe("appointment.rescheduled");
		expect([await get(`/v1/appointments/${before.id}`), mail.sent]).toEqual([before, []]);
	});

	it("of an appointment that has ended is a correction: nothing is checked, and nobody is told", async () => {
		for (const status of ["COMPLETED", "CANCELLED", "NO_SHOW"]) {
			const { id } = await book({ start_at: at("15:00") });
			await patch(200, id, { status });
			const { body } = await patch(200, id, { ...toOther(), client_id: await newClient(studio.key) });
			expect(body).toMatchObject({ client_notified: false, data: { artist_id: other.artistId, status } });
			expect((await lastEvent()).type).toBe("appointment.updated");
		}
		expect(mail.sent).toEqual([]);
	});
});

describe("another client", () => {
	it("gets the appointment, as for a booking without a mail, also where it moves", async () => {
		const { id } = await book();
		const clientId = await newClient(studio.key);
		const { body } = await patch(200, id, { client_id: clientId });
		expect(body).toMatchObject({ client_notified: false, data: { client_id: clientId, start_at: at("12:00") } });
		expect(await lastEvent()).toMatchObject({
			type: "appointment.updated",
			data: { changes: { clientId: { old: studio.clientId, new: clientId } } },
		});
		const moved = await patch(200, id, { client_id: studio.clientId, start_at: at("15:00") });
		expect(moved.body.client_notified).toBe(false);
		expect(mail.sent).toEqual([]);
		const list = await get(`/v1/appointments?client_id=${studio.clientId}`);
		expect(list.data.map((one: { id: string }) => one.id)).toEqual([id]);
	});

	it("ends the manage link of the former one, and drops the mails that would reach the new one", async () => {
		const place = await newBookableStudio();
		const link = await bookedLink(mail, place, at("12:00"), `${crypto.randomUUID()}@example.com`);
		const visitor = new Visitor();
		expect((await visitor.get(link)).status).toBe(200);
		const [{ id }] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		const change = (body: object) => call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });
		mail.reset();
		mail.fault = "E_DOWN";
		await change({ start_at: at("14:00") });
		await change({ client_id: place.clientId });
		expect((await visitor.get(link)).status).toBe(410);
		mail.fault = null;
		advance(3600);
		await scheduledWork();
		expect(mail.sent).toEqual([]);
	});

	it("who was deleted meanwhile does not get it", async () => {
		const { id } = await book();
		const client_id = await newClient(studio.key);
		await call(200, `/v1/clients/${client_id}`, { key: studio.key, method: "DELETE" });
		expect(errorsOf(await patch(400, id, { client_id }))).toEqual(["client_id"]);
	});
});

describe("another shop", () => {
	it("can be set and taken away, and an artist without a shop leaves none", async () => {
		const { id } = await book();
		const shop_id = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Soho" } })).body.id;
		expect((await patch(200, id, { shop_id })).body).toMatchObject({ client_notified: false, data: { shop_id } });
		expect((await patch(200, id, { ...toOther(), shop_id })).body.data.shop_id).toBe(shop_id);
		const back = { artist_id: studio.artistId, event_type_id: studio.typeId };
		expect((await patch(200, id, back)).body.data.shop_id).toBeNull();
		await patch(200, id, { shop_id });
		expect((await patch(200, id, { shop_id: null })).body.data.shop_id).toBeNull();
	});
});
