import { randomInt } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { Temporal } from "temporal-polyfill";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newPerson } from "../../lab/harness/person.ts";
import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { until } from "../../lab/harness/server.ts";
import {
	choosePictures,
	chooseTime,
	fillIn,
	manageLink,
	openDay,
	send,
	sendUnchecked,
	times,
	walkBookingPages,
} from "../../scripts/pages/book.ts";
import { languages } from "../../src/platform/lib/languages.ts";
import { type Bookable, newBookable } from "../drills/bookable.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { inPage, isFocused, press, TestBrowser, tabTo } from "./browser.ts";
import { faultsOfPage, foreignOriginsIn, reportViolations, watchForShifts } from "./page-checks.ts";

// A browser is slow on a machine under other load.
vi.setConfig({ testTimeout: 300_000 });

const server = sharedServer();
let browser: TestBrowser;
let berlin: Bookable;

beforeAll(async () => {
	[browser] = await Promise.all([TestBrowser.launch(), server.ready()]);
	berlin = await newBookable(server, "Europe/Berlin");
});
afterAll(() => browser?.close());
afterEach(() => browser.closePages());

async function newVisitor(options: BrowserContextOptions = {}): Promise<Page> {
	const address = `100.${randomInt(64, 128)}.${randomInt(256)}.${randomInt(256)}`;
	const page = await browser.newPage({ ...options, extraHTTPHeaders: { "CF-Connecting-IP": address } });
	await page.context().addInitScript(reportViolations);
	return page;
}

const newContact = () => ({ name: "Ana Lima", email: `ana-${randomInt(2 ** 40)}@example.com` });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

async function eventTypes({ key }: Bookable): Promise<string[]> {
	const { body } = await server.call("GET", "/v1/events?limit=100", { key });
	return body.data.map(({ type }: { type: string }) => type);
}

async function type(page: Page, field: string, keys: string): Promise<void> {
	await tabTo(page, page.locator(`[id="${field}"]`));
	await page.keyboard.type(keys);
}

/** All pictures on the page have arrived. */
async function picturesOn(page: Page): Promise<number> {
	const images = page.locator("main img");
	await images.first().waitFor();
	for (const image of await images.all()) {
		await image.scrollIntoViewIfNeeded();
		await until(() => image.evaluate((one) => (one as unknown as Loading).complete), 10_000, "a picture");
		const { status } = await fetch(await image.evaluate((one) => (one as unknown as Loading).currentSrc));
		expect(status).toBe(200);
	}
	return await images.count();
}

interface Loading {
	complete: boolean;
	currentSrc: string;
}

async function follow(page: Page, name: string): Promise<void> {
	await tabTo(page, page.getByRole("link", { name, exact: true }));
	await page.keyboard.press("Enter");
}

describe.each([
	["with script", true],
	["without script", false],
])("by keyboard alone, %s,", (_, javaScriptEnabled) => {
	it("a client books, fills in every kind of field, moves and cancels, and each step leaves its event", async () => {
		const place = await newBookable(server, "Europe/Berlin");
		const page = await newVisitor({ javaScriptEnabled, locale: "en-US" });
		const { name, email } = newContact();
		await page.goto(place.artist);
		await follow(page, "Book A full tattoo");
		await heading(page, "A full tattoo");
		await follow(page, "Later");
		await page.waitForURL(/month=/);
		await tabTo(page, page.locator(".month a").nth(9));
		await page.keyboard.press("Enter");
		await times(page).first().waitFor();
		await tabTo(page, times(page).nth(3));
		await page.keyboard.press("Enter");
		await page.locator("#name").waitFor();
		await type(page, "name", name);
		await type(page, "email", email);
		await type(page, "intake.text", "Fern");
		await type(page, "intake.textarea", "Around the wrist.");
		await type(page, "intake.number", "12");
		await type(page, "intake.email", "friend@example.com");
		await type(page, "intake.phone", "+49 30 1");
		await type(page, "intake.date", "05171994");
		await type(page, "intake.select", "L");
		await tabTo(page, page.getByLabel("Blackwork"));
		await page.keyboard.press("Space");
		await tabTo(page, page.getByLabel("I am sober"));
		await page.keyboard.press("Space");
		await type(page, "intake.file", "https://pictures.example/fern.jpg");
		await choosePictures(page, 2);
		await type(page, "intake.sign", "AL");
		await tabTo(page, page.getByLabel("I am 18"));
		await page.keyboard.press("Space");
		await type(page, "signature", name);
		await press(page, "Book");
		await heading(page, "You are booked");

		const link = await manageLink(server.origin, email);
		await page.goto(server.origin + link);
		const before = await page.locator("time").getAttribute("datetime");
		await follow(page, "Move");
		await heading(page, "Move your appointment");
		await tabTo(page, page.locator(".month a").last());
		await page.keyboard.press("Enter");
		await times(page).first().waitFor();
		await type(page, "email", email);
		await tabTo(page, times(page).nth(1));
		await page.keyboard.press("Enter");
		await page.getByText("The appointment has been moved.").waitFor();
		expect(await page.locator("time").getAttribute("datetime")).not.toBe(before);
		await follow(page, "Cancel");
		await heading(page, "Cancel your appointment?");
		await type(page, "email", email.toUpperCase());
		await press(page, "Cancel the appointment");
		await heading(page, "Your appointment is cancelled");
		const ended = await page.goto(server.origin + link);
		expect(ended?.status()).toBe(410);

		const events = await eventTypes(place);
		for (const type of ["client.created", "appointment.created", "consent_submission.signed"])
			expect(events).toContain(type);
		expect(events.slice(0, 2)).toEqual(["appointment.cancelled", "appointment.rescheduled"]);
	});
});

describe.each([
	["with script", true],
	["without script", false],
])("on a phone, %s,", (_, javaScriptEnabled) => {
	it("a client books with three pictures, of which none is lost in a refusal and one was removed", async () => {
		const place = await newBookable(server, "Europe/Berlin");
		const page = await newVisitor({ javaScriptEnabled, viewport: { width: 360, height: 740 } });
		await openDay(page, `${place.artist}/book/${place.full}`, 3);
		await chooseTime(page);
		await fillIn(page, newContact());
		await choosePictures(page, javaScriptEnabled ? 1 : 4);
		const chosen = page.locator(".chosen-pictures li");
		const typed = await page.locator("#email").inputValue();
		await page.locator("#email").fill("nobody");
		await sendUnchecked(page);
		await page.getByRole("alert").first().waitFor();
		expect(await chosen.count()).toBe(4);
		expect(await inPage(page, ({ document }) => document.documentElement.scrollWidth)).toBe(360);
		await page.locator("#email").fill(typed);
		const removal = chosen.nth(1);
		if (javaScriptEnabled) await removal.getByRole("button", { name: "Remove" }).click();
		else await removal.getByLabel("Remove").check();
		await send(page);
		await heading(page, "You are booked");
		const { body } = await server.call("GET", "/v1/form_submissions", { key: place.key });
		const counts = body.data.map(({ picture_count }: { picture_count: number }) => picture_count);
		expect(counts.sort()).toEqual([0, 3]);
	});

	it("the studio sees the three pictures of a request at the lead, confirms it and finds them at the appointment", async () => {
		const place = await newBookable(server, "Europe/Berlin");
		const visitor = await newVisitor({ javaScriptEnabled, viewport: { width: 360, height: 740 } });
		await openDay(visitor, `${place.artist}/book/${place.requested}`, 3);
		await chooseTime(visitor);
		await fillIn(visitor, newContact());
		await send(visitor);
		await heading(visitor, "Your request is with the studio");

		const { email, password } = await newPerson(server, place.tenantId);
		const page = await newVisitor({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
		await page.goto(`${server.origin}/sign_in`);
		await page.getByLabel("Email").fill(email);
		await page.getByLabel("Password", { exact: true }).fill(password);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await page.getByRole("navigation").getByRole("link", { name: "Leads" }).click();
		expect(await picturesOn(page)).toBe(3);
		await page.getByRole("link", { name: "Ana Lima", exact: true }).click();
		await heading(page, "Ana Lima");
		expect(await picturesOn(page)).toBe(3);
		await page.getByRole("link", { name: "Confirm the appointment of Ana Lima" }).click();
		await heading(page, "Confirm the appointment of Ana Lima?");
		expect(await picturesOn(page)).toBe(3);
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.getByText("The appointment has been booked.").waitFor();
		const { body } = await server.call("GET", "/v1/appointments", { key: place.key });
		await page.goto(`${server.origin}/dashboard/calendar/${body.data[0].id}`);
		expect(await picturesOn(page)).toBe(3);
	});
});

it("nothing of an artist's page moves while its pictures load (contract: Booking page 29)", async () => {
	const place = await newBookable(server, "Europe/Berlin");
	const path = `/v1/artists/${place.artistId}`;
	const headers = { Authorization: `Bearer ${place.key}` };
	const body = new Blob([newPicture()], { type: "image/png" });
	const upload = async () =>
		(await fetch(`${server.origin}${path}/pictures`, { method: "POST", headers, body })).json();
	const [{ id }] = (await Promise.all(Array.from({ length: 8 }, upload))) as [{ id: string }];
	await server.call("PATCH", path, { key: place.key, body: { avatar_picture_id: id } });
	for (const width of [360, 1280]) {
		const page = await newVisitor({ viewport: { width, height: 800 } });
		await watchForShifts(page);
		await page.goto(place.artist, { waitUntil: "networkidle" });
		expect(await page.getByRole("main").getByRole("img").count()).toBe(7);
		expect(await inPage(page, (window) => window.shifts)).toEqual([]);
	}
});

it("no page has anything that axe finds, is wider than its screen, loads from elsewhere or breaks its policy", async () => {
	const faults: string[] = [];
	const strangers: string[][] = [];
	const seen: string[] = [];
	await walkBookingPages({
		...berlin,
		type: berlin.full,
		newPage: async () => {
			const page = await newVisitor();
			strangers.push(foreignOriginsIn(page, server.origin));
			return page;
		},
		look: async (step, page) => {
			seen.push(step);
			faults.push(...(await faultsOfPage(page)).map((fault) => `${step} ${fault}`));
		},
	});
	expect(faults).toEqual([]);
	expect(strangers.flat()).toEqual([]);
	expect(seen).toHaveLength(22);
});

it("the ways to other months stand at both edges of the month, as links and as buttons", async () => {
	const page = await newVisitor();
	const gaps = () =>
		inPage(page, ({ document }) => {
			const [earlier, , later] = document.querySelector(".month-nav").children;
			const words = [earlier, later].map((element) => {
				const range = document.createRange();
				range.selectNodeContents(element);
				return range.getBoundingClientRect();
			});
			const { left, right } = document.querySelector(".month").getBoundingClientRect();
			return [words[0].left - left, right - words[1].right].map(Math.round);
		});
	await openDay(page, `${berlin.artist}/book/${berlin.full}?month=2027-06`, 3);
	expect(await gaps()).toEqual([0, 0]);
	await chooseTime(page);
	await page.getByRole("button", { name: "Choose another time" }).click();
	await page.getByRole("heading", { name: "Choose another time" }).waitFor();
	expect(await gaps()).toEqual([0, 0]);
});

it.each(languages)("the ways to other months keep their words whole on a phone: %s", async (language) => {
	const page = await newVisitor();
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${berlin.artist}/book/${berlin.full}?month=2027-09&lang=${language}`);
	const lines = await inPage(page, ({ document }) =>
		[...document.querySelectorAll(".month-nav a")].map((link) => {
			const range = document.createRange();
			range.selectNodeContents(link);
			return range.getClientRects().length;
		}),
	);
	expect(lines).toEqual([1, 1]);
});

const typedIn = (page: Page): Promise<string> =>
	inPage(page, ({ document, FormData }) => {
		const entries = [...new FormData(document.querySelector("#booking"))];
		return JSON.stringify(entries.filter(([name]) => !["form_id", "start_at", "website"].includes(name)));
	});

it("what was typed survives each refusal, and the choice of another time", async () => {
	const [page, other] = [await newVisitor(), await newVisitor()];
	const url = `${berlin.artist}/book/${berlin.full}`;
	await openDay(page, `${url}?month=2027-06`, 4);
	await chooseTime(page, 8);
	await fillIn(page, newContact());
	await page.locator("#phone").fill("+49 30 <1>");
	const typed = await typedIn(page);
	expect(JSON.parse(typed)).toHaveLength(21);
	const refused = async (status: number, act: () => Promise<void>) => {
		const answer = page.waitForResponse((response) => response.request().method() === "POST");
		await act();
		expect((await answer).status()).toBe(status);
		await page.getByRole("alert").waitFor();
		expect(await typedIn(page)).toBe(typed);
	};
	await inPage(page, ({ document }) => {
		document.querySelector("#website").value = "spam";
	});
	await refused(429, () => send(page));
	const friend = page.locator('[id="intake.email"]');
	await friend.fill("nobody");
	await sendUnchecked(page);
	await page.getByRole("alert").getByRole("link", { name: "“Email of a friend”: enter an email" }).click();
	await until(() => isFocused(friend), 5000, "the link in the refusal leads to the field");
	expect(await friend.inputValue()).toBe("nobody");
	expect(await friend.getAttribute("aria-invalid")).toBe("true");
	await friend.fill("friend@example.com");
	expect(await typedIn(page)).toBe(typed);
	// In another window the visitor holds another time, and somebody else holds this one.
	const second = await page.context().newPage();
	await openDay(second, `${url}?month=2027-06`, 5);
	await chooseTime(second);
	await openDay(other, `${url}?month=2027-06`, 4);
	await chooseTime(other, 8);
	await refused(409, () => send(page));
	await page.locator('button[name="instead"]').nth(1).click();
	await page.locator("[data-held-seconds]").waitFor();
	expect(await typedIn(page)).toBe(typed);
	await send(page);
	await heading(page, "You are booked");
});

const wallOf = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
const timeOf = (instant: string, zone: string) =>
	wallOf(instant, zone).toPlainTime().toString({ smallestUnit: "minute" });

interface Shown {
	instant: string;
	studios: string;
	own: string | null;
}

/** The times that the page offers: their instant, the studio's time, and the visitor's own. */
const shownTimes = (page: Page): Promise<Shown[]> =>
	inPage(page, ({ document }) =>
		// biome-ignore lint/suspicious/noExplicitAny: a browser's elements
		[...document.querySelectorAll("#times .times button")].map((button: any) => ({
			instant: button.value,
			studios: button.querySelector("time").textContent,
			own: button.querySelector(".own")?.textContent ?? null,
		})),
	);

function expectOwn({ instant, own }: Shown, studio: string, visitor: string): void {
	const [here, there] = [wallOf(instant, studio), wallOf(instant, visitor)];
	if (here.toPlainDateTime().equals(there.toPlainDateTime())) {
		expect(own, instant).toBeNull();
		return;
	}
	const day = there.toLocaleString("en-GB", { weekday: "short" });
	const isOtherDay = !here.toPlainDate().equals(there.toPlainDate());
	expect(own, instant).toContain(timeOf(instant, visitor));
	expect(own?.includes(day), `${own} of ${instant}`).toBe(isOtherDay);
}

describe.each(["America/Los_Angeles", "Asia/Kolkata", "Africa/Nairobi", "Pacific/Kiritimati"])(
	"a visitor in %s",
	(timezoneId) => {
		it("sees their own time beside the studio's on every page, and books the one that they chose", async () => {
			const page = await newVisitor({ timezoneId });
			const contact = newContact();
			await openDay(page, `${berlin.artist}/book/${berlin.plain}?month=2027-02`, randomInt(20));
			const shown = await shownTimes(page);
			for (const one of shown) {
				expect(one.studios.trim()).toBe(timeOf(one.instant, "Europe/Berlin"));
				expectOwn(one, "Europe/Berlin", timezoneId);
			}
			const nth = randomInt(shown.length);
			const instant = shown[nth]?.instant ?? "";
			await chooseTime(page, nth);
			const says = async () => {
				expect(await page.locator("time").getAttribute("datetime")).toBe(instant);
				expect(await page.locator("time").textContent()).toContain(timeOf(instant, "Europe/Berlin"));
				expect(await page.locator("time + .own").textContent()).toContain(timeOf(instant, timezoneId));
			};
			await says();
			await fillIn(page, contact);
			await send(page);
			await heading(page, "You are booked");
			await says();
			await page.goto(server.origin + (await manageLink(server.origin, contact.email)));
			await says();
		});
	},
);

describe.each([
	["America/New_York", "2027-03-14", -60],
	["America/New_York", "2027-11-07", 60],
	["Europe/London", "2027-03-28", -60],
	["Europe/London", "2027-10-31", 60],
	["Australia/Lord_Howe", "2027-04-04", 30],
	["Australia/Lord_Howe", "2027-10-03", -30],
])("in the week in which the clock of %s changes (%s)", (zone, changes, minutes) => {
	it("each day offers its times once and a visitor from elsewhere books the one that is shown", async () => {
		const place = await newBookable(server, zone);
		const timezoneId = zone === "Europe/London" ? "Asia/Tokyo" : "Europe/London";
		const page = await newVisitor({ timezoneId });
		const day = Temporal.PlainDate.from(changes);
		for (let n = -3; n <= 3; n++) {
			const date = day.add({ days: n });
			await page.goto(`${place.artist}/book/${place.plain}?day=${date}`);
			const shown = await shownTimes(page);
			const hours = 24 * 60 + (n === 0 ? minutes : 0);
			expect(shown, String(date)).toHaveLength(hours / 15);
			expect(new Set(shown.map(({ studios }) => studios)).size).toBe(shown.length);
			for (const one of shown) {
				expect(wallOf(one.instant, zone).toPlainDate().toString()).toBe(date.toString());
				expect(one.studios.trim().slice(0, 5)).toBe(timeOf(one.instant, zone));
				expectOwn(one, zone, timezoneId);
			}
		}
		await page.goto(`${place.artist}/book/${place.plain}?day=${day}`);
		// The hour in which the clock changes, or what is left of it.
		const nth = 7;
		const instant = (await shownTimes(page))[nth]?.instant ?? "";
		const contact = newContact();
		await chooseTime(page, nth);
		await fillIn(page, contact);
		await send(page);
		await heading(page, "You are booked");
		expect(await page.locator("time").getAttribute("datetime")).toBe(instant);
		expect(await page.locator("time").textContent()).toContain(timeOf(instant, zone));
		const { body } = await server.call("GET", "/v1/appointments", { key: place.key });
		expect(body.data.map(({ start_at }: { start_at: string }) => start_at)).toEqual([instant]);
	});
});
