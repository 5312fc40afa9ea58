import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { database } from "../support/database.ts";
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
import { newWorld, operate } from "../support/world.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

/** The body of a booking with the artist, the client and the event type of a studio. */
const wanted = (given: Record<string, unknown> = {}, of: Studio = studio) => ({
	artist_id: of.artistId,
	client_id: of.clientId,
	event_type_id: of.typeId,
	...given,
});

// The endpoint accepts 30 requests a minute from a key, so the clock advances before each one.
const book = async (status: number, given: Record<string, unknown>, of: Studio = studio) => {
	advance(2);
	return await call(status, "/v1/appointments", { key: of.key, body: wanted(given, of) });
};
const codes = ({ body }: { body: { failures: { code: string }[] } }) => body.failures.map(({ code }) => code);

describe("booking", () => {
	it("takes as long a location as an event type has, so that one can be given to the other", async () => {
		const longest = "x".repeat(1000);
		const typeId = await newEventType(studio.id, studio.artistId, { location: longest, slug: "far-away" });
		const { location } = (await call(200, `/v1/event_types/${typeId}`, { key: studio.key })).body;
		const { body } = await book(201, { start_at: "2027-03-09T10:00:00+01:00", event_type_id: typeId, location });
		expect(body.location).toBe(longest);
		await call(200, `/v1/appointments/${body.id}`, { key: studio.key, method: "PATCH", body: { location } });
		const longer = { location: `${longest}x` };
		for (const path of [`/v1/appointments/${body.id}`, `/admin/event_types/${typeId}`]) {
			const refused = path.startsWith("/v1")
				? await call(400, path, { key: studio.key, method: "PATCH", body: longer })
				: await operate(400, path, { method: "PATCH", body: longer });
			expect(refused.body).toMatchObject({
				code: "validation_failed",
				errors: [{ location: "body", path: "location" }],
			});
		}
	});

	it("answers 201, the whole appointment and where it can be read", async () => {
		const given = {
			start_at: "2027-03-02T10:00:00+01:00",
			title: "Sleeve",
			notes: "First session",
			location: "Chair 2",
			price_amount: 45_000,
			currency: "EUR",
			crm_appointment_id: "crm-1",
			metadata: { a: "b" },
		};
		const { body, headers } = await book(201, given);
		expect(body).toEqual({
			object: "appointment",
			id: expect.stringMatching(/^apt_[0-9a-f]{32}$/),
			artist_id: studio.artistId,
			client_id: studio.clientId,
			shop_id: null,
			event_type_id: studio.typeId,
			status: "SCHEDULED",
			timezone: "Europe/Berlin",
			cancelled_at: null,
			cancellation_reason: null,
			cancellation_fee: null,
			placement: null,
			deposit: null,
			created_at: expect.any(String),
			updated_at: body.created_at,
			...given,
			start_at: at("09:00"),
			end_at: at("10:00"),
		});
		expect(headers.get("Location")).toBe(`/v1/appointments/${body.id}`);
		expect((await call(200, `/v1/appointments/${body.id}`, { key: studio.key })).body).toEqual(body);
	});

	it("emits appointment.created with the times named startDateTime and endDateTime", async () => {
		const { body } = await book(201, { start_at: at("09:00", "2027-03-03") });
		const [event] = (await call(200, "/v1/events?type=appointment.created", { key: studio.key })).body.data;
		expect(event.data).toMatchObject({
			appointmentId: body.id,
			artistId: studio.artistId,
			startDateTime: body.start_at,
			endDateTime: body.end_at,
			status: "SCHEDULED",
		});
		expect(event.data).not.toHaveProperty("startAt");
	});

	it("takes an end that differs from the event type's duration", async () => {
		const { body } = await book(201, { start_at: at("09:00", "2027-03-04"), end_at: at("12:30", "2027-03-04") });
		expect(body.end_at).toBe(at("12:30", "2027-03-04"));
	});

	it("takes a start in the past: studios record what happened", async () => {
		await book(201, { start_at: at("09:00", "2020-03-03") });
	});

	it("keeps milliseconds", async () => {
		const { body } = await book(201, { start_at: "2027-03-05T09:00:00.123Z" });
		expect([body.start_at, body.end_at]).toEqual(["2027-03-05T09:00:00.123Z", "2027-03-05T10:00:00.123Z"]);
	});
});

describe("what is wrong with a booking is told before anything is stored", () => {
	const count = async () =>
		(
			await database
				.prepare("SELECT count(*) n FROM appointments WHERE tenant_id = ?")
				.bind(studio.id)
				.first<{ n: number }>()
		)?.n;

	it.each([
		["no artist", { artist_id: undefined }, "artist_id"],
		["no client", { client_id: undefined }, "client_id"],
		["no start", { start_at: undefined }, "start_at"],
		["a bare date", { start_at: "2027-03-06" }, "start_at"],
		["a number", { start_at: 1_800_000_000 }, "start_at"],
		["a time without an offset", { start_at: "2027-03-06T09:00:00" }, "start_at"],
		["a leap second", { start_at: "2027-03-06T23:59:60Z" }, "start_at"],
		["the 30th of February", { start_at: "2027-02-30T09:00:00Z" }, "start_at"],
		["a price of cents", { price_amount: 1.5 }, "price_amount"],
		["a currency that is none", { currency: "euro" }, "currency"],
	])("%s: validation_failed on %s", async (_, given, path) => {
		const before = await count();
		const { body } = await book(400, { start_at: at("09:00", "2027-03-06"), ...given });
		expect(body.code).toBe("validation_failed");
		expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
		expect(await count()).toBe(before);
	});

	it.each([
		["an end before the start", { end_at: at("08:00", "2027-03-06") }, "end_at"],
		["no length", { end_at: at("09:00", "2027-03-06") }, "end_at"],
		["a year long", { end_at: at("09:00", "2028-03-06") }, "end_at"],
		["the year 1", { start_at: "0001-01-01T00:00:00Z" }, "start_at"],
		["the year 9999", { start_at: "9999-12-31T23:00:00Z" }, "start_at"],
		["neither an end nor a type", { event_type_id: undefined }, "end_at"],
		["an unknown artist", { artist_id: "art_unknown" }, "artist_id"],
		["an unknown client", { client_id: "cli_00000000000070008000000000000000" }, "client_id"],
		["an unknown type", { event_type_id: "ety_00000000000070008000000000000000" }, "event_type_id"],
	])("%s: validation_error on %s", async (_, given, path) => {
		const before = await count();
		const { body } = await book(400, { start_at: at("09:00", "2027-03-06"), ...given });
		expect(body.code).toBe("validation_error");
		expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
		expect(await count()).toBe(before);
	});

	it("another tenant's artist, client and type are refused like unknown ones", async () => {
		const other = await newStudio();
		for (const [path, id] of [
			["artist_id", other.artistId],
			["client_id", other.clientId],
			["event_type_id", other.typeId],
		] as const) {
			const { body } = await book(400, { start_at: at("09:00", "2027-03-06"), [path]: id });
			expect(body.code).toBe("validation_error");
			expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
		}
	});

	it("a type of another artist is validation_error on event_type_id", async () => {
		const artistId = await newArtist(studio.key);
		const { body } = await book(400, { artist_id: artistId, start_at: at("09:00", "2027-03-06") });
		expect(body).toMatchObject({ code: "validation_error", errors: [{ location: "body", path: "event_type_id" }] });
	});

	it("every reference that is wrong is named at once, with the end that is missing", async () => {
		const { body } = await book(400, {
			artist_id: "art_x",
			client_id: "cli_x",
			event_type_id: undefined,
			start_at: at("09:00"),
		});
		expect(body.errors.map((error: { path: string }) => error.path)).toEqual(["end_at", "artist_id", "client_id"]);
	});

	it("an event type that is not active is refused, and nothing is offered for it", async () => {
		const of = await newStudio();
		await operate(200, `/admin/event_types/${of.typeId}`, { method: "PATCH", body: { is_active: false } });
		expect((await book(400, { start_at: at("10:00") }, of)).body.errors[0].path).toBe("event_type_id");
		const query = `artist_id=${of.artistId}&event_type_id=${of.typeId}&from=${at("00:00")}&to=${at("23:00")}`;
		expect((await call(400, `/v1/availability?${query}`, { key: of.key })).body.errors[0].path).toBe("event_type_id");
	});

	it("a deactivated artist and a deleted client are refused", async () => {
		const of = await newStudio();
		await call(200, `/v1/artists/${of.artistId}`, { key: of.key, method: "PATCH", body: { status: "DEACTIVATED" } });
		await call(200, `/v1/clients/${of.clientId}`, { key: of.key, method: "DELETE" });
		const { body } = await book(400, { start_at: at("09:00") }, of);
		expect(body.errors.map((error: { path: string }) => error.path)).toEqual(["artist_id", "client_id"]);
	});
});

describe("a consultation desk", () => {
	it("takes consultations, and appointments without event type, and nothing else", async () => {
		const desk = await newStudio({ artist: { is_consultation_desk: true } });
		const consultation = await newEventType(desk.id, desk.artistId, { kind: "CONSULTATION" });
		const { body } = await book(422, { start_at: at("03:00") }, desk);
		expect(body.code).toBe("desk_consult_only");
		await book(201, { event_type_id: consultation, start_at: at("09:00") }, desk);
		await book(201, { event_type_id: undefined, start_at: at("11:00"), end_at: at("12:00") }, desk);
	});

	it("keeps the event type of an appointment, so that no PATCH takes one out of its hours, and gets none by losing it", async () => {
		const desk = await newStudio({ artist: { is_consultation_desk: true }, type: { kind: "CONSULTATION" } });
		const patch = (status: number, id: string, body: object) =>
			call(status, `/v1/appointments/${id}`, { key: desk.key, method: "PATCH", body });
		const booked = (await book(201, { start_at: at("10:00") }, desk)).body;
		for (const body of [
			{ event_type_id: null },
			{ event_type_id: null, start_at: at("03:00") },
			{ event_type_id: null, status: "CANCELLED" },
		])
			expect((await patch(422, booked.id, body)).body.code).toBe("desk_consult_only");
		expect((await patch(409, booked.id, { start_at: at("03:00") })).body.failures[0].code).toBe(
			"outside_working_hours",
		);
		expect((await call(200, `/v1/appointments/${booked.id}`, { key: desk.key })).body).toEqual(booked);

		const artistId = await newArtist(desk.key);
		await setHours(artistId, everyDay);
		const typeId = await newEventType(desk.id, artistId);
		const tattoo = (await book(201, { artist_id: artistId, event_type_id: typeId, start_at: at("12:00") }, desk)).body;
		const toDesk = { artist_id: desk.artistId, event_type_id: null };
		expect((await patch(422, tattoo.id, { ...toDesk, start_at: at("03:00") })).body.code).toBe("desk_consult_only");
		expect((await patch(422, tattoo.id, toDesk)).body.code).toBe("desk_consult_only");
		await patch(200, tattoo.id, { event_type_id: null });
	});
});

describe("availability", () => {
	it("refuses an overlap, with every reason and the nearest free times", async () => {
		const of = await newStudio();
		await book(201, { start_at: at("10:00") }, of);
		const { body } = await book(409, { start_at: at("10:30") }, of);
		expect(body).toMatchObject({ code: "slot_unavailable", failures: [{ code: "appointment_conflict" }] });
		expect(body.suggested_slots).toHaveLength(3);
		await book(201, { start_at: body.suggested_slots[0].start_at }, of);
	});

	it("lists all failures, not just the first", async () => {
		const of = await newStudio({ artist: { max_appointments_per_day: 1 }, type: { minimum_notice_minutes: 10_000 } });
		await operate(201, `/admin/artists/${of.artistId}/time_blocks`, {
			body: { start_at: at("00:00"), end_at: at("23:00"), reason: "Fair" },
		});
		await book(201, { event_type_id: undefined, start_at: at("17:00"), end_at: at("18:00") }, of);
		await operate(200, `/admin/artists/${of.artistId}/external_calendar`, {
			method: "PUT",
			body: { busy: [{ start_at: at("17:00"), end_at: at("18:00") }] },
		});
		const answer = await book(409, { start_at: at("17:30") }, of);
		expect(codes(answer)).toEqual([
			"appointment_conflict",
			"outside_working_hours",
			"max_appointments_per_day",
			"time_block",
			"external_calendar_busy",
		]);
	});

	it("an artist without working hours is closed", async () => {
		const of = await newStudio();
		await setHours(of.artistId, []);
		expect(codes(await book(409, { start_at: at("10:00") }, of))).toEqual(["outside_working_hours"]);
	});

	it("notice and window refuse where the event type sets them", async () => {
		const of = await newStudio({ type: { minimum_notice_minutes: 60, booking_window_days: 30 } });
		await setHours(
			of.artistId,
			everyDay.map((day) => ({ ...day, start: "00:00", end: "24:00" })),
		);
		const now = clock.now();
		const start = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
		expect(codes(await book(409, { start_at: start(50) }, of))).toEqual(["minimum_notice"]);
		expect(codes(await book(409, { start_at: start(31 * 1440) }, of))).toEqual(["beyond_booking_window"]);
		await book(201, { start_at: start(70) }, of);
	});

	it("a busy time and a time block refuse whatever touches them, at their last minute too", async () => {
		const of = await newStudio();
		const week = { start_at: at("09:00", "2027-02-24"), end_at: at("09:30") };
		await operate(200, `/admin/artists/${of.artistId}/external_calendar`, { method: "PUT", body: { busy: [week] } });
		expect(codes(await book(409, { start_at: at("09:29") }, of))).toEqual(["external_calendar_busy"]);
		await operate(201, `/admin/artists/${of.artistId}/time_blocks`, { body: { ...week, end_at: at("12:00") } });
		expect(codes(await book(409, { start_at: at("11:59") }, of))).toEqual(["time_block"]);
		await book(201, { start_at: at("12:00") }, of);
	});

	it("who asks for a time to come is not offered one that has passed", async () => {
		const of = await newStudio();
		const now = clock.now();
		const { body } = await book(
			409,
			{ start_at: new Date(now + 60_000).toISOString(), end_at: new Date(now + 9 * 3_600_000).toISOString() },
			of,
		);
		for (const { start_at } of body.suggested_slots) expect(Date.parse(start_at)).toBeGreaterThanOrEqual(now);
	});

	it("both neighbours' buffers add up; touching them is fine", async () => {
		const of = await newStudio({ type: { buffer_before_minutes: 10, buffer_after_minutes: 20 } });
		await book(201, { start_at: at("10:00") }, of);
		expect(codes(await book(409, { start_at: at("11:29") }, of))).toEqual(["appointment_conflict"]);
		await book(201, { start_at: at("11:30") }, of);
	});

	it("without event type only another appointment's time proper refuses", async () => {
		const of = await newStudio({ type: { buffer_after_minutes: 60 }, artist: { max_appointments_per_day: 1 } });
		await book(201, { start_at: at("10:00") }, of);
		const free = { event_type_id: undefined };
		await book(201, { ...free, start_at: at("11:00"), end_at: at("12:00") }, of);
		await book(201, { ...free, start_at: at("03:00"), end_at: at("04:00") }, of);
		expect(codes(await book(409, { ...free, start_at: at("10:59"), end_at: at("11:00") }, of))).toEqual([
			"appointment_conflict",
		]);
	});
});

describe("races", () => {
	it("200 parallel bookings of one slot give exactly one 201, the rest slot_unavailable", async () => {
		const of = await newStudio();
		const answers = await race(of, 200, () => ({ start_at: at("10:00") }));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
			expect([status, body.code]).toEqual([409, "slot_unavailable"]);
			expect(body.failures[0].code).toBe("appointment_conflict");
		}
	});

	it("the daily cap holds against parallel bookings of different times", async () => {
		const of = await newStudio({ artist: { max_appointments_per_day: 2 } });
		const answers = await race(of, 8, (n) => ({ start_at: at(`${String(9 + n).padStart(2, "0")}:00`) }));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
		expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
	});

	it("buffers hold against parallel bookings of neighbouring times", async () => {
		const of = await newStudio({ type: { buffer_after_minutes: 30 } });
		const answers = await race(of, 8, (n) => ({ start_at: at(`${String(9 + n).padStart(2, "0")}:00`) }));
		const booked = answers.filter(({ status }) => status === 201).map(({ body }) => Date.parse(body.start_at));
		booked.sort((a, b) => a - b);
		for (const [n, start] of booked.entries())
			if (n > 0) expect(start - (booked[n - 1] ?? 0)).toBeGreaterThanOrEqual(90 * 60_000);
	});

	it("a storm of creates and moves leaves no two overlapping live appointments", async () => {
		const of = await newStudio();
		const random = (n: number) => Math.floor(Math.random() * n);
		const some = () => ({
			start_at: at(`${String(9 + random(7)).padStart(2, "0")}:${String(random(4) * 15).padStart(2, "0")}`),
		});
		const first = await race(of, 20, some);
		const ids = first.filter(({ status }) => status === 201).map(({ body }) => body.id);
		const moves = Array.from({ length: 40 }, async () => {
			const { start_at } = some();
			const end_at = new Date(Date.parse(start_at) + 3_600_000).toISOString();
			return await send(`/v1/appointments/${ids[random(ids.length)]}`, {
				key: of.key,
				method: "PATCH",
				body: { start_at, end_at },
			});
		});
		const [more, moved] = await Promise.all([race(of, 20, some), Promise.all(moves)]);
		for (const { status, text } of [...more, ...moved]) expect([200, 201, 409], text).toContain(status);
		const { results } = await database
			.prepare(
				`SELECT a.id FROM appointments a JOIN appointments b ON b.tenant_id = a.tenant_id AND b.artist_id = a.artist_id AND b.id > a.id
				WHERE a.tenant_id = ? AND a.status = 'SCHEDULED' AND b.status = 'SCHEDULED' AND a.start_at < b.end_at AND b.start_at < a.end_at`,
			)
			.bind(of.id)
			.all();
		expect(results).toEqual([]);
	});

	/** One key sends at most 20 bookings, because the endpoint caps each key at 30 a minute. */
	async function race(of: Studio, count: number, given: (n: number) => object) {
		advance(120);
		const keys = await Promise.all(
			Array.from(
				{ length: Math.ceil(count / 20) },
				async () =>
					(
						await operate(201, `/admin/tenants/${of.id}/api_keys`, {
							body: { name: "Race", rate_limit_tier: "custom", rate_limit_per_minute: 10_000 },
						})
					).body.key,
			),
		);
		return await Promise.all(
			Array.from({ length: count }, (_, n) =>
				send("/v1/appointments", {
					key: keys[Math.floor(n / 20)],
					body: wanted(given(n) as Record<string, unknown>, of),
				}),
			),
		);
	}
});

describe("the cap of POST /v1/appointments", () => {
	it("is 30 a minute and key, counting valid and invalid requests alike", async () => {
		const { key } = await newWorld();
		advance(120);
		stopClock();
		onTestFinished(() => void vi.restoreAllMocks());
		for (let n = 0; n < 30; n++) expect((await send("/v1/appointments", { key, body: {} })).status).toBe(400);
		const { status, headers, body } = await send("/v1/appointments", { key, body: {} });
		expect(status).toBe(429);
		expect(headers.get("X-RateLimit-Scope")).toBe("endpoint");
		expect(body.extra).toMatchObject({ scope: "endpoint", limit: 30 });
		expect((await send("/v1/appointments", { key })).status).toBe(200);
	});
});

describe("GET /v1/availability", () => {
	const query = (of: Studio, from: string, to: string) =>
		`/v1/availability?artist_id=${of.artistId}&event_type_id=${of.typeId}&from=${from}&to=${to}`;

	it("shows 62 days at once", async () => {
		const of = await newStudio();
		const { body } = await call(200, query(of, at("10:00"), "2027-05-03T10:00:00Z"), { key: of.key });
		expect(body.data).not.toEqual([]);
	});

	it("offers what can be booked, and every start it does not offer is refused", async () => {
		const of = await newStudio({
			type: { buffer_before_minutes: 15, buffer_after_minutes: 30 },
			artist: { max_appointments_per_day: 4 },
		});
		await book(201, { start_at: at("11:00") }, of);
		await operate(201, `/admin/artists/${of.artistId}/time_blocks`, {
			body: { start_at: at("14:00"), end_at: at("14:30") },
		});
		const { body } = await call(200, query(of, at("00:00"), at("23:59")), { key: of.key });
		const offered = new Set(body.data.map((slot: { start_at: string }) => slot.start_at));
		expect(offered.size).toBeGreaterThan(3);
		for (let quarter = 8 * 4; quarter < 18 * 4; quarter++) {
			const start_at = at(
				`${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`,
			);
			advance(2);
			const answer = await send("/v1/appointments", { key: of.key, body: wanted({ start_at }, of) });
			expect([start_at, answer.status]).toEqual([start_at, offered.has(start_at) ? 201 : 409]);
			if (answer.status === 201)
				await call(200, `/v1/appointments/${answer.body.id}`, {
					key: of.key,
					method: "PATCH",
					body: { status: "CANCELLED" },
				});
		}
	});

	it.each([
		[
			"no range",
			(of: Studio) => `/v1/availability?artist_id=${of.artistId}&event_type_id=${of.typeId}`,
			"validation_failed",
			"from",
		],
		["an empty range", (of: Studio) => query(of, at("10:00"), at("10:00")), "validation_error", "to"],
		["more than 62 days", (of: Studio) => query(of, at("10:00"), "2027-05-04T10:00:00Z"), "validation_error", "to"],
		[
			"an unknown artist",
			(of: Studio) => query({ ...of, artistId: "art_x" }, at("10:00"), at("11:00")),
			"validation_error",
			"artist_id",
		],
		[
			"an unknown type",
			(of: Studio) => query({ ...of, typeId: "ety_x" }, at("10:00"), at("11:00")),
			"validation_error",
			"event_type_id",
		],
	])("%s is refused", async (_, path, code, field) => {
		const { body } = await call(400, path(studio), { key: studio.key });
		expect(body.code).toBe(code);
		expect(body.errors[0]).toMatchObject({ location: "querystring", path: field });
	});
});

describe("listing", () => {
	it("filters by artist, client, status and start, and an unknown id gives an empty list", async () => {
		const of = await newStudio();
		const clientId = await newClient(of.key);
		const a = (await book(201, { start_at: at("09:00") }, of)).body;
		const b = (await book(201, { start_at: at("11:00"), client_id: clientId }, of)).body;
		await call(200, `/v1/appointments/${a.id}`, { key: of.key, method: "PATCH", body: { status: "CANCELLED" } });
		const ids = async (query: string) =>
			(await call(200, `/v1/appointments?${query}`, { key: of.key })).body.data.map(({ id }: { id: string }) => id);
		expect(await ids("")).toEqual([b.id, a.id]);
		expect(await ids(`artist_id=${of.artistId}`)).toEqual([b.id, a.id]);
		expect(await ids(`client_id=${clientId}`)).toEqual([b.id]);
		expect(await ids("status=CANCELLED")).toEqual([a.id]);
		expect(await ids(`start_from=${at("11:00")}`)).toEqual([b.id]);
		expect(await ids(`start_to=${at("11:00")}`)).toEqual([a.id]);
		expect(await ids(`artist_id=${newId("artist", clock.now())}`)).toEqual([]);
		expect(await ids(`client_id=${studio.clientId}`)).toEqual([]);
	});
});
