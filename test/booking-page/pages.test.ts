import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { Temporal } from "temporal-polyfill";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import worker from "../../src/worker.ts";
import { type Answer, call, send } from "../support/api.ts";
import {
	type BookableStudio,
	bookedLink,
	contact,
	newBookableStudio,
	offered,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { stopClock } from "../support/clock.ts";
import { envWithHooks, settledDatabase } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { at, everyDay, setHours } from "../support/studio.ts";
import { changePlan, operate } from "../support/world.ts";

const markup = `</title></script><script>alert(1)</script><img src=x onerror='alert(2)'>" onfocus="alert(3)&lt;&amp;`;

const mailService = new MailService();
let place: BookableStudio;
beforeAll(async () => {
	place = await newBookableStudio({ artist: { name: `Mia ${markup}`, bio: markup, slug: "mia-marked" } });
});

afterEach(() => void vi.restoreAllMocks());

const steady = ({ status, headers, text }: Answer) => {
	const nonce = /'nonce-(\w+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1] ?? "none";
	const kept = [...headers].filter(([name]) => !/^(x-request-id|server-timing|date)$/.test(name));
	const all = JSON.stringify({ status, headers: kept, text });
	return all.replaceAll(nonce, "nonce").replaceAll(headers.get("X-Request-ID") ?? "none", "request");
};

describe("what can be opened", () => {
	it("lists PUBLIC event types; an UNLISTED one opens at its address only", async () => {
		const own = await newBookableStudio({ type: { name: "Listed" } });
		const unlisted = await withEventType(own, { name: "Hidden", visibility: "UNLISTED" });
		const { text } = await new Visitor().get(`/${own.artistSlug}`);
		expect(text).toContain(own.path);
		expect(text).not.toContain(unlisted.path);
		const shown = await new Visitor().get(unlisted.path);
		expect(shown.status).toBe(200);
		expect(shown.text).toContain('name="robots" content="noindex"');
		expect((await new Visitor().get(own.path)).text).not.toContain("noindex");
	});

	it("is 404, alike to the byte, for PRIVATE, inactive, deactivated, Light and unknown", async () => {
		const [hidden, inactive, gone, light] = await Promise.all([
			newBookableStudio(),
			newBookableStudio(),
			newBookableStudio(),
			newBookableStudio(),
		]);
		await patchType(hidden, { visibility: "PRIVATE" });
		await patchType(inactive, { is_active: false });
		const off = { key: gone.key, method: "PATCH", body: { status: "DEACTIVATED" } };
		await call(200, `/v1/artists/${gone.artistId}`, off);
		await changePlan(light.id, "light");
		const artists = [gone, light].map(({ artistSlug }) => `/${artistSlug}`);
		const types = [hidden, inactive, gone, light].map(({ path }) => path);
		const paths = [
			"/nobody-here",
			"/nobody-here/book/x",
			`${place.artistSlug ? `/${place.artistSlug}` : ""}/book/none`,
		];
		const answers = await Promise.all([...artists, ...types, ...paths].map((path) => new Visitor().get(path)));
		for (const answer of answers) expect(answer.status).toBe(404);
		expect(new Set(answers.map(steady)).size).toBe(1);
		for (const path of [...artists, ...types, ...paths])
			for (const Accept of ["application/json", "*/*"]) {
				const { status, headers, body } = await send(path, { headers: { Accept } });
				expect([path, status, body.code]).toEqual([path, 404, "resource_not_found"]);
				expect(headers.get("Content-Type")).toBe("application/problem+json");
			}
	});

	it("answers programs that mistype an address with the problem of an unknown route", async () => {
		for (const path of [`${place.path}/details`, `${place.path}/hold`].map((path) =>
			path.replace("/book/", "/book/no-"),
		))
			expect((await send(path, { method: "POST" })).body.code).toBe("resource_not_found");
		for (const method of ["POST", "PUT", "DELETE"])
			expect((await send(`/${place.artistSlug}`, { method })).body.code).toBe("resource_not_found");
		expect((await send("/v1/unknown", { headers: { Accept: "text/html" } })).body.code).toBe("resource_not_found");
	});

	it("offers a consultation desk's consultations alone", async () => {
		const desk = await newBookableStudio({ artist: { is_consultation_desk: true }, type: { kind: "CONSULTATION" } });
		const tattoo = await withEventType(desk, { kind: "TATTOO" });
		expect((await new Visitor().get(desk.path)).status).toBe(200);
		expect((await new Visitor().get(tattoo.path)).status).toBe(404);
	});
});

describe("the free times", () => {
	const zones: [string, string, string[]][] = [
		["America/New_York", "2027-03", ["2027-03-13", "2027-03-14", "2027-03-15"]],
		["America/New_York", "2027-11", ["2027-11-06", "2027-11-07", "2027-11-08"]],
		["Europe/London", "2027-03", ["2027-03-27", "2027-03-28", "2027-03-29"]],
		["Europe/London", "2027-10", ["2027-10-30", "2027-10-31"]],
		["Australia/Lord_Howe", "2027-04", ["2027-04-03", "2027-04-04", "2027-04-05"]],
		["Australia/Lord_Howe", "2027-10", ["2027-10-02", "2027-10-03", "2027-10-04"]],
	];

	it.each(zones)(
		"of %s in %s are those of the API, day for day, in the artist's wall time",
		async (zone, month, days) => {
			const own = await newBookableStudio({ artist: { timezone: zone }, type: { duration_minutes: 30 } });
			await setHours(
				own.artistId,
				everyDay.map(({ weekday }) => ({ weekday, start: "00:00", end: "03:30" })),
			);
			const visitor = new Visitor();
			for (const day of days) {
				const midnight = (date: Temporal.PlainDate) =>
					new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString();
				const date = Temporal.PlainDate.from(day);
				const range = `from=${midnight(date)}&to=${midnight(date.add({ days: 1 }))}`;
				const ids = `artist_id=${own.artistId}&event_type_id=${own.typeId}`;
				const { body } = await call(200, `/v1/availability?${ids}&${range}`, { key: own.key });
				const starts = body.data.map(({ start_at }: { start_at: string }) => start_at);
				const page = await visitor.get(`${own.path}?day=${day}`);
				expect(offered(page), day).toEqual(starts);
				const times = [...page.text.matchAll(/<time datetime="([^"]+)" data-zone="[^"]+">([^<]+)<\/time>/g)];
				const walls = starts.map((start: string) =>
					Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: "minute" }),
				);
				expect(times.map(([, , text]) => text?.slice(0, 5))).toEqual(walls);
				// A wall time that occurs twice is labelled, so that the texts differ.
				expect(new Set(times.map(([, , text]) => text)).size).toBe(times.length);
				expect(page.text).toMatch(/<a [^>]*aria-current="true"/);
			}
			const page = await visitor.get(`${own.path}?month=${month}`);
			const linked = [...page.text.matchAll(/\?day=(\d{4}-\d\d-\d\d)#times/g)].map(([, day]) => day);
			expect(linked).toHaveLength(Temporal.PlainYearMonth.from(month).daysInMonth);
		},
	);

	it.each(["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"])(
		"stand in a month that marks today in the artist's zone, for screen readers too: %s",
		async (zone) => {
			const own = await newBookableStudio({ artist: { timezone: zone } });
			await setHours(own.artistId, everyDay);
			const { start } = stopClock();
			const today = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate();
			const marksOf = ({ text }: Answer) => [...text.matchAll(/<td aria-current="date">(.*?)<\/td>/gs)];
			const marks = marksOf(await new Visitor().get(`${own.path}?month=${today.toPlainYearMonth()}`));
			expect(marks).toHaveLength(1);
			expect(marks[0]?.[1]).toMatch(/, today[<"]/);
			expect(marks[0]?.[1]?.replace(/<span class="hidden">.*?<\/span>|<[^>]*>/g, "").trim()).toBe(String(today.day));
			const later = today.add({ months: 1 }).toPlainYearMonth().toString();
			expect(marksOf(await new Visitor().get(`${own.path}?month=${later}`))).toEqual([]);
		},
	);

	it("lead from a month without one to the next free day", async () => {
		const own = await newBookableStudio();
		await setHours(own.artistId, []);
		const body = { start_at: at("00:00", "2027-01-01"), end_at: at("00:00", "2027-03-10") };
		const { text: closed } = await new Visitor().get(`${own.path}?month=2027-02`);
		expect(closed).toContain("No time is free in this month or in the year after it.");
		expect(closed).not.toContain("next free day");
		await setHours(own.artistId, everyDay);
		await operate(201, `/admin/artists/${own.artistId}/time_blocks`, { body });
		const { text } = await new Visitor().get(`${own.path}?month=2027-02`);
		expect(text).toContain(`${own.path}?day=2027-03-10#times`);
	});

	describe("begin with the first month that has one, and with another one when the address says so", () => {
		const shownMonth = ({ text }: Answer) => /<strong>(\w+ \d{4})<\/strong>/.exec(text)?.[1];
		const nameOf = (day: Temporal.PlainDate) => day.toLocaleString("en", { month: "long", year: "numeric" });
		const today = () =>
			Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO("Europe/Berlin").toPlainDate();
		const block = (own: BookableStudio, from: Temporal.PlainDate, to: Temporal.PlainDate) =>
			operate(201, `/admin/artists/${own.artistId}/time_blocks`, {
				body: { start_at: `${from}T00:00:00Z`, end_at: `${to}T00:00:00Z` },
			});

		it.each([
			[1, 1],
			[3, 10],
			[9, 28],
		])("%i months ahead, on day %i", async (months, day) => {
			const own = await newBookableStudio();
			const free = today().with({ day: 1 }).add({ months }).with({ day });
			await block(own, today(), free);
			const page = await new Visitor().get(own.path);
			expect(shownMonth(page)).toBe(nameOf(free));
			expect(page.text).toContain(`${own.path}?day=${free}#times`);
			expect(page.text).not.toContain("No time is free");
			const present = await new Visitor().get(`${own.path}?month=${today().toPlainYearMonth()}`);
			expect([shownMonth(present), present.text.includes("Show the next free day")]).toEqual([nameOf(today()), true]);
		});

		it("also where the notice of the event type leaves nothing of this month", async () => {
			const own = await newBookableStudio({ type: { minimum_notice_minutes: 60 * 24 * 60 } });
			const page = await new Visitor().get(own.path);
			expect(shownMonth(page)).not.toBe(nameOf(today()));
			expect(page.text).not.toContain("No time is free");
		});

		it("and the present one if none is free for a year, after at most three reads of the calendar", async () => {
			const own = await newBookableStudio();
			await block(own, today(), today().add({ days: 365 }));
			await block(own, today().add({ days: 364 }), today().add({ days: 720 }));
			const readsOf = async (words: string): Promise<number> => {
				let reads = 0;
				const bindings = envWithHooks({ prepare: (sql) => void (/external_busy/.test(sql) && reads++) });
				const request = new Request(`https://api.test${own.path}`, { headers: { Accept: "text/html" } });
				const context = createExecutionContext();
				const answer = await (await worker.fetch(request, bindings, context)).text();
				await waitOnExecutionContext(context);
				expect([shownMonth({ text: answer } as Answer), answer.includes(words)]).toEqual([nameOf(today()), true]);
				return reads;
			};
			const none = "No time is free in this month or in the year after it.";
			expect(await readsOf(none)).toBe(3);
			await setHours(own.artistId, []);
			expect(await readsOf(none)).toBe(1);
			await setHours(own.artistId, everyDay);
			await patchType(own, { booking_window_days: 40 });
			expect(await readsOf(none)).toBe(2);
		});
	});

	it.each(["?month=2027-13", "?month=0000-01", "?day=2027-02-30", "?day=9999-12-31", "?month=2199-12", "?day=x"])(
		"are shown for %s, too",
		async (query) => {
			expect((await new Visitor().get(place.path + query)).status).toBe(200);
		},
	);
});

describe("every page", () => {
	it("changes nothing when it is opened", async () => {
		const own = await newBookableStudio({ type: { max_reschedules: 3 } });
		const visitor = new Visitor();
		const manage = await bookedLink(mailService, own, at("10:00"));
		await visitor.hold(own, at("12:00"));
		const pages = [
			...[`/${own.artistSlug}`, own.path, `${own.path}?day=2027-03-02`, `${own.path}/details`, `${own.path}/booked`],
			...[manage, `${manage}/move`, `${manage}/move?day=2027-03-03`, `${manage}/cancel`, `${own.path}/hold`],
		];
		const before = await settledDatabase();
		for (const path of pages) await visitor.get(path);
		for (const path of pages) await send(path, { method: "HEAD", from: visitor.address });
		expect(await settledDatabase()).toEqual(before);
	});

	it("has a strict policy, stands in no frame and loads nothing from elsewhere", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00", "2027-03-09"));
		for (const path of [`/${place.artistSlug}`, place.path, `${place.path}/details`, "/nobody-here"]) {
			const { headers, text } = await visitor.get(path);
			const policy = headers.get("Content-Security-Policy") ?? "";
			const [, nonce = ""] = /script-src 'nonce-(\w{22})'/.exec(policy) ?? [];
			expect(policy.replace(nonce, "NONCE").split("; ")).toEqual([
				...["default-src 'none'", "style-src 'self'", "script-src 'nonce-NONCE'", "connect-src 'self'"],
				...["img-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"],
			]);
			expect(headers.get("X-Frame-Options")).toBe("DENY");
			expect(headers.get("Cache-Control")).toBe("no-store");
			for (const [, address] of text.matchAll(/(?:src|href|action)="([^"]*)"/g))
				expect(address, path).toMatch(/^(?:\/(?!\/)|https:\/\/api\.test\/|#|\?)/);
			expect(text).not.toMatch(/ style="| on\w+="/);
		}
		await visitor.post(`${place.path}/release`);
	});

	it("shows what anybody typed as text", async () => {
		const shop = await call(201, "/v1/shops", { key: place.key, body: { name: markup, address: { city: markup } } });
		await call(200, `/v1/artists/${place.artistId}`, {
			key: place.key,
			method: "PATCH",
			body: { shop_id: shop.body.id },
		});
		await patchType(place, { name: `T ${markup}`, description: markup, cancellation_policy: markup, currency: null });
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const typed = { ...contact({ name: markup, email: "none" }), phone: markup };
		const answers = [
			await visitor.get(`/${place.artistSlug}`),
			await visitor.get(place.path),
			await visitor.get(`${place.path}/details`),
			await visitor.details(place, at("10:00"), typed),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422]);
		for (const { text } of answers) {
			expect(text).not.toContain("<script>alert");
			expect(text).not.toContain("<img");
			const withoutData = text.replace(/<script type="application\/ld\+json">.*?<\/script>/s, "");
			expect(withoutData).not.toContain(`" onfocus=`);
			expect(text.match(/<\/title>/g)).toHaveLength(1);
		}
		await visitor.post(`${place.path}/release`);
	});

	it("says in structured data what it is about, and nothing typed ends it", async () => {
		for (const path of [`/${place.artistSlug}`, place.path]) {
			const { text } = await new Visitor().get(path);
			const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
			const data = JSON.parse(json);
			expect(JSON.stringify(data)).toContain("alert(1)");
			expect(data).toMatchObject({ "@context": "https://schema.org", url: `https://api.test${path}` });
			expect(text.match(/<script/g)).toHaveLength(2);
			expect(text).toMatch(/<meta property="og:title" content="[^"]+"/);
			expect(text).toMatch(/<meta name="description" content="[^"]+"/);
			expect(text).not.toContain("og:image");
		}
	});

	it("takes forms from its own origin only", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("16:00"));
		for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }])
			for (const step of ["hold", "release", "details"]) {
				const form = { ...contact(), start_at: at("15:00") };
				const { status } = await visitor.post(`${place.path}/${step}`, form, headers as Record<string, string>);
				expect(status, step).toBe(403);
			}
		expect((await visitor.get(`${place.path}/details`)).status).toBe(200);
	});
});
