import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { hourMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	bookedLink,
	mailsTo,
	newBookableStudio,
	offered,
	patchType,
	Visitor,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { rows, settledDatabase } from "../support/database.ts";
import { eventsOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { at, everyDay, setHours } from "../support/studio.ts";

const service = new MailService();
let place: BookableStudio;
let email: string;
let link: string;
const visitor = new Visitor();
const day = "2027-03-02";
const other = at("12:00", "2027-03-04");
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio();
	email = `${crypto.randomUUID()}@Example.com`;
	link = await bookedLink(service, place, at("10:00", day), email);
});

const starts = async () =>
	(await appointmentsOf(place.id)).map(({ start_at }) => new Date(Number(start_at)).toISOString());
const move = (start_at = other, form: object = {}) => visitor.post(`${link}/move`, { email, start_at, ...form });
const cancel = (form: object = {}) => visitor.post(`${link}/cancel`, { email, ...form });

describe("a manage link", () => {
	it("cannot be guessed, and is stored as a hash", async () => {
		const token = link.replace("/manage/", "");
		expect(token).toMatch(/^[0-9a-f]{32}[0-9A-Za-z]{43}$/);
		const [row] = await rows("SELECT * FROM booking_links WHERE tenant_id = ?", place.id);
		expect(row?.hash).toBe(sha256(token));
		for (const text of Object.values(await settledDatabase())) expect(text).not.toContain(token.slice(32));
		const next = await bookedLink(service, place, at("14:00"));
		expect(next.slice(40)).not.toBe(link.slice(40));
	});

	it("shows the appointment to whoever has it, and to no search engine, cache or other site", async () => {
		for (const path of [link, `${link}/move`, `${link}/cancel`]) {
			const { status, headers, text } = await visitor.get(path);
			expect(status).toBe(200);
			expect(text).toContain('<meta name="robots" content="noindex"');
			expect(text).toContain(`datetime="${at("10:00")}"`);
			expect(text.toLowerCase()).not.toContain(email.toLowerCase());
			expect(headers.get("Cache-Control")).toBe("no-store");
			expect(headers.get("Referrer-Policy")).toBe("same-origin");
			expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
		}
	});

	it("offers the times of the month of the appointment first", async () => {
		const later = await bookedLink(service, place, at("10:00", "2027-05-04"));
		expect((await visitor.get(`${later}/move`)).text).toContain("<strong>May 2027</strong>");
		expect((await visitor.get(`${later}/move?month=2027-04`)).text).toContain("<strong>April 2027</strong>");
		expect((await visitor.get(`${later}/move?day=2027-06-01`)).text).toContain("<strong>June 2027</strong>");
	});

	it("is 410 where it is unknown, misspelt, of another studio, or its appointment is over", async () => {
		const elsewhere = await newBookableStudio();
		const foreign = link.replace(place.id.slice(4), elsewhere.id.slice(4));
		const gone = [link.slice(0, -1) + (link.endsWith("a") ? "b" : "a"), `${link}x`, "/manage/x", foreign];
		for (const path of gone)
			for (const end of ["", "/move", "/cancel"]) expect((await visitor.get(path + end)).status).toBe(410);
		expect((await visitor.post(`${gone[0]}/cancel`, { email })).status).toBe(410);
		expect((await cancel()).status).toBe(200);
		for (const end of ["", "/move", "/cancel"]) expect((await visitor.get(link + end)).status).toBe(410);
		expect((await move()).status).toBe(410);
	});

	it("says to copy the whole address where a mail program cut it off, and of no appointment that it is gone", async () => {
		for (const path of [link.slice(0, -5), "/manage/x"]) {
			const { status, text } = await visitor.get(path);
			expect(status).toBe(410);
			expect(text).toContain("<h1>This link does not work</h1>");
			expect(text).toContain("Copy the whole address from the mail.");
			expect(text).toContain("also ends when the appointment has passed or was cancelled");
		}
	});

	it("dies when the appointment has passed", async () => {
		await setHours(
			place.artistId,
			everyDay.map(({ weekday }) => ({ weekday, start: "00:00", end: "24:00" })),
		);
		const soon = Math.ceil(Date.parse(advance(1)) / hourMs) * hourMs + hourMs;
		const near = await bookedLink(service, place, new Date(soon).toISOString());
		const passed = (ms: number) => advance(Math.ceil((ms - Date.parse(advance(0))) / 1000));
		passed(soon + hourMs - 2000);
		expect((await visitor.get(near)).status).toBe(200);
		passed(soon + hourMs);
		expect((await visitor.get(near)).status).toBe(410);
	});

	it("moves and cancels by POST alone, from its own origin, with the address of the booking", async () => {
		const before = await settledDatabase();
		for (const end of ["/move", "/cancel", `/move?start_at=${other}&email=${email}`]) await visitor.get(link + end);
		for (const wrong of [{ email: "" }, { email: "other@example.com" }]) {
			for (const answer of [await move(other, wrong), await cancel(wrong)]) {
				expect(answer.status).toBe(422);
				expect(answer.text).toContain("This is not the address that you gave to the studio.");
				expect(answer.text).toContain('id="email-fault"');
			}
		}
		expect((await visitor.post(`${link}/cancel`, { email }, { Origin: "https://evil.example" })).status).toBe(403);
		expect(
			(await visitor.post(`${link}/move`, { email, start_at: other }, { "Sec-Fetch-Site": "same-site" })).status,
		).toBe(403);
		expect(await settledDatabase()).toEqual(before);
		expect((await move(other, { email: ` ${email.toUpperCase()} ` })).headers.get("Location")).toBe(`${link}?moved`);
		expect(await starts()).toEqual([other]);
		expect((await visitor.get(`${link}?moved`)).text).toContain("The appointment has been moved.");
	});

	describe("takes five wrong addresses in a quarter of an hour", () => {
		const guess = (n: number, end = n % 2 ? "/move" : "/cancel", of = link) =>
			new Visitor().post(of + end, { email: `guess-${n}@example.com`, start_at: other });

		it("and then not even the right one, from whatever network, until the time has passed", async () => {
			const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)));
			expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
			expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15);
			for (const refused of [await cancel(), await move(), await guess(20)]) {
				expect(refused.status).toBe(429);
				expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(800);
				expect(refused.text).toContain(
					"Too many wrong email addresses. Nothing has been changed. Try again in 15 minutes",
				);
			}
			expect((await visitor.get(link)).status).toBe(200);
			expect(await starts()).toEqual([at("10:00")]);
			const neighbour = await bookedLink(service, place, at("14:00"));
			expect((await guess(21, "/cancel", neighbour)).status).toBe(422);
			advance(901);
			expect((await guess(22)).status).toBe(422);
			expect((await cancel()).status).toBe(200);
		});

		it("and any number of right ones, however the moves end", async () => {
			for (let n = 0; n < 4; n++) expect((await guess(n)).status).toBe(422);
			for (const time of ["11:00", "12:00", "13:00", "14:00"])
				expect((await move(at(time, "2027-03-04"))).status).toBe(303);
			for (let n = 0; n < 3; n++) expect((await move(at("10:00", "2020-03-03"))).status).toBe(409);
			expect((await guess(4)).status).toBe(422);
			expect((await move()).status).toBe(429);
		});
	});

	it("asks for the address that the studio has now, and names none, after the studio changed it", async () => {
		const [client] = (await call(200, "/v1/clients", { key: place.key })).body.data;
		const changed = { email: "changed@example.com" };
		await call(200, `/v1/clients/${client.id}`, { method: "PATCH", key: place.key, body: changed });
		const answers = [await visitor.get(`${link}/cancel`), await cancel({ email })];
		expect(answers.map(({ status }) => status)).toEqual([200, 422]);
		for (const { text } of answers) {
			expect(text).toContain("The address that you gave to the studio.");
			expect(text).not.toContain("booked with");
			expect(text).not.toContain(changed.email);
		}
		expect((await cancel(changed)).status).toBe(200);
	});

	it("emits what a move and a cancellation emit, with the booking page as the actor", async () => {
		await move();
		await cancel();
		const events = (await eventsOf(place.key)).slice(-2);
		expect(events.map(({ type, actor }) => [type, actor.type])).toEqual([
			["appointment.rescheduled", "booking_page"],
			["appointment.cancelled", "booking_page"],
		]);
		const [appointment] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		expect(appointment).toMatchObject({ status: "CANCELLED", cancellation_reason: "Cancelled by the client." });
		expect((await mailsTo(service, place.id, email)).map(({ subject }) => subject.split(" ").at(-1))).toEqual([
			...["booked", "time", "cancelled"],
		]);
	});

	it("offers what is free for the appointment, and tells a time that was taken, with others", async () => {
		expect(offered(await visitor.get(`${link}/move?day=2027-03-02`))).toContain(at("10:30"));
		await new Visitor().hold(place, other);
		expect(offered(await visitor.get(`${link}/move?day=2027-03-04`))).not.toContain(other);
		const refused = await move();
		expect(refused.status).toBe(409);
		expect(refused.text).toContain("Somebody else has just taken this time");
		expect(refused.text).toContain(`value="${email}"`);
		expect(offered(refused)).not.toEqual([]);
		expect((await move(at("10:00", "2020-03-03"))).status).toBe(409);
		expect(await starts()).toEqual([at("10:00")]);
		expect((await move(offered(refused)[0])).status).toBe(303);
	});

	it("moves to no time between those that it offers", async () => {
		for (const time of [at("12:07", "2027-03-04"), other.replace("00.000Z", "23.123Z")]) {
			const refused = await move(time);
			expect(refused.status, time).toBe(409);
			expect(refused.text).toContain("This time cannot be chosen. Choose another one.");
		}
		expect(await starts()).toEqual([at("10:00")]);
		expect((await move(at("12:15", "2027-03-04"))).status).toBe(303);
	});

	it("leads from the move and from the cancellation back to the appointment", async () => {
		for (const end of ["/move", "/cancel"])
			expect((await visitor.get(link + end)).text).toContain(`<a class="button" href="${link}">Keep it</a>`);
	});

	it("leads on to the artist's page after the cancellation, as long as that page opens", async () => {
		const onward = `<a class="button" href="/${place.artistSlug}">Book another time</a>`;
		expect((await cancel()).text).toContain(onward);
		const ended = await visitor.get(link);
		expect([ended.status, ended.text.includes("The appointment was cancelled.")]).toEqual([410, true]);
		expect(ended.text).toContain(onward);
		const off = { key: place.key, method: "PATCH", body: { status: "DEACTIVATED" } };
		await call(200, `/v1/artists/${place.artistId}`, off);
		expect((await visitor.get(link)).text).not.toContain("Book another time");
	});

	it("moves once where the same form is sent twice at once", async () => {
		await patchType(place, { max_reschedules: 1 });
		const answers = await Promise.all([move(), move()]);
		expect(answers.map(({ status }) => status)).toContain(303);
		expect(await starts()).toEqual([other]);
		expect(await rows("SELECT moves FROM booking_links WHERE tenant_id = ?", place.id)).toEqual([{ moves: 1 }]);
	});
});

describe("the windows of the event type", () => {
	const hoursAhead = (): number => Math.floor((Date.parse(at("10:00", day)) - Date.parse(advance(0))) / hourMs);
	const patchByStudio = (body: object) => async () => {
		const [{ id }] = (await appointmentsOf(place.id)) as [{ id: string }];
		await call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });
	};

	it("hold the client to reschedule_window_hours, and not the studio", async () => {
		await patchType(place, { reschedule_window_hours: hoursAhead() + 1 });
		const { text } = await visitor.get(link);
		expect(text).toContain("It is too late to move this appointment here.");
		expect(text).not.toContain(`${link}/move`);
		expect((await visitor.get(`${link}/move`)).status).toBe(303);
		await move();
		expect(await starts()).toEqual([at("10:00")]);
		await patchByStudio({ start_at: other })();
		expect(await starts()).toEqual([other]);
		await patchType(place, { reschedule_window_hours: hoursAhead() });
		expect((await move(at("13:00", "2027-03-04"))).status).toBe(303);
	});

	it("say in one sentence that it is too late for both, and how to reach the shop", async () => {
		const { key } = place;
		const body = { name: "Lotus Kreuzberg", email: "hello@lotus.example", phone: "+49 (30) 12-34" };
		const shop = await call(201, "/v1/shops", { key, body });
		await call(200, `/v1/artists/${place.artistId}`, { key, method: "PATCH", body: { shop_id: shop.body.id } });
		const window = hoursAhead() + 1;
		await patchType(place, { reschedule_window_hours: window, cancellation_window_hours: window });
		const { text } = await visitor.get(link);
		expect(text.match(/too late/g)).toHaveLength(1);
		expect(text).toContain("It is too late to move or cancel this appointment here. Ask Lotus Kreuzberg. ");
		expect(text).toContain('<a href="mailto:hello@lotus.example">hello@lotus.example</a>');
		expect(text).toContain('<a href="tel:+49301234">+49 (30) 12-34</a>');
	});

	it("hold the client to cancellation_window_hours, and not the studio", async () => {
		await patchType(place, { cancellation_window_hours: hoursAhead() + 1 });
		expect((await visitor.get(link)).text).toContain("It is too late to cancel this appointment here.");
		await cancel();
		expect((await appointmentsOf(place.id))[0]?.status).toBe("SCHEDULED");
		await patchByStudio({ status: "CANCELLED" })();
		expect((await appointmentsOf(place.id))[0]?.status).toBe("CANCELLED");
	});

	it("hold the client to max_reschedules, and the studio's moves count for nothing", async () => {
		await patchType(place, { max_reschedules: 1 });
		await patchByStudio({ start_at: at("11:00") })();
		expect((await move()).status).toBe(303);
		await move(at("15:00", "2027-03-04"));
		expect(await starts()).toEqual([other]);
		expect((await visitor.get(link)).text).toContain("as often as it can be moved here");
		await patchByStudio({ start_at: at("11:00") })();
		await patchType(place, { max_reschedules: 0 });
		expect((await visitor.get(link)).text).toContain("This appointment cannot be moved here.");
	});

	it("let nobody move to an artist who has gone, or an appointment without event type", async () => {
		await patchByStudio({ event_type_id: null })();
		expect((await visitor.get(link)).text).toContain("This appointment cannot be moved here.");
		await patchByStudio({ event_type_id: place.typeId })();
		expect((await visitor.get(link)).text).not.toContain("cannot be moved here");
		await call(200, `/v1/artists/${place.artistId}`, {
			key: place.key,
			method: "PATCH",
			body: { status: "DEACTIVATED" },
		});
		expect((await visitor.get(link)).text).toContain("This appointment cannot be moved here.");
		await move();
		expect(await starts()).toEqual([at("10:00")]);
	});
});
