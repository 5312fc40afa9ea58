import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newApp } from "../../lab/harness/person.ts";
import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { type CrawledPage, crawl, signInAt } from "../../scripts/pages/crawl.ts";
import { navigation } from "../../src/web/dashboard/frame/navigation.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { inPage } from "./browser.ts";
import { DashboardBrowser } from "./dashboard-browser.ts";
import { faultsOfPage, foreignOriginsIn } from "./page-checks.ts";

// A browser is slow on a machine under other load.
vi.setConfig({ testTimeout: 600_000 });

const server = sharedServer();
const browser = new DashboardBrowser(server);
let pages: CrawledPage[];
let cookie: string;

beforeAll(async () => {
	const { DEMO_EMAIL = "", DEMO_PASSWORD = "" } = server.printed;
	await server.call("GET", "/v1/clients?limit=1");
	await addWhatTheDemoLacks();
	cookie = await signInAt(server.origin, DEMO_EMAIL, DEMO_PASSWORD);
	// Whom the overview names depends on the day, and not everybody has an idea.
	const [idea] = (await server.call("GET", "/v1/ideas?limit=1")).body.data;
	pages = await crawl(server.origin, cookie, [`/dashboard/clients/${idea.client_id}`, await handOverForm()]);
});

/** The form that hands an appointment over. A form leads to it, and no link. */
async function handOverForm(): Promise<string> {
	const [appointment] = (await server.call("GET", "/v1/appointments?status=SCHEDULED&limit=1")).body.data;
	const artists: { id: string }[] = (await server.call("GET", "/v1/artists?status=ACTIVE")).body.data;
	const other = artists.find(({ id }) => id !== appointment.artist_id);
	return `/dashboard/calendar/${appointment.id}/hand_over?artist_id=${other?.id}`;
}

/** An endpoint with a delivery, and a key with a replaced value: each has pages that links lead to. */
async function addWhatTheDemoLacks() {
	// Nobody listens there, so the delivery of the test fails, and its page shows why.
	const given = { url: "http://127.0.0.1:47123/hook", events: ["shop.created"] };
	const { status, body } = await server.call("POST", "/v1/webhook_endpoints", { body: given });
	expect(status, JSON.stringify(body)).toBe(201);
	await server.call("POST", `/v1/webhook_endpoints/${body.endpoint.id}/test`, { body: {} });
	const [idea] = (await server.call("GET", "/v1/ideas?limit=1")).body.data;
	for (let n = 0; n < 2; n++) {
		const headers = { Authorization: `Bearer ${server.printed.DEMO_API_KEY}`, "Content-Type": "image/png" };
		const sent = { method: "POST", headers, body: newPicture() };
		expect((await fetch(`${server.origin}/v1/ideas/${idea.id}/pictures`, sent)).status).toBe(201);
	}
	const tenant = (await server.call("GET", "/v1/me")).body.tenant_id;
	const key = (await server.operate("POST", `/admin/tenants/${tenant}/api_keys`, { name: "Old program" })).body.api_key;
	await server.operate("POST", `/admin/api_keys/${key.id}/rotate`, { overlap_seconds: 86_400 });
}

/** Looks at all of them, a few at the same time, because the browser waits for the server in between. */
async function inTurn<T>(
	items: readonly T[],
	newPage: () => Promise<Page>,
	look: (page: Page, item: T) => Promise<void>,
) {
	const waiting = items.entries();
	const atOnce = Array.from({ length: 3 }, async () => {
		const page = await newPage();
		for (const [, item] of waiting) await look(page, item);
	});
	await Promise.all(atOnce);
}

describe("every page that links lead to from the overview", () => {
	it("is there, in every area of the navigation", () => {
		expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
		const patterns = new Set(pages.map(({ pattern }) => pattern));
		for (const { path } of navigation.flatMap(({ entries: places }) => places)) expect(patterns).toContain(path);
		for (const path of [
			"clients/:id/ideas/:id/edit",
			"deliveries/:id",
			"webhooks/:id/verify",
			"api_keys/:id/end_replaced_value",
		])
			expect(patterns).toContain(`/dashboard/${path}`);
	});

	it("has nothing that axe finds, fits its screen, loads nothing from elsewhere and keeps to its policy", async () => {
		const faults: string[] = [];
		const newPage = async () => {
			const page = await browser.openAs(cookie);
			strangers.push(foreignOriginsIn(page, server.origin));
			return page;
		};
		const strangers: string[][] = [];
		await inTurn(pages, newPage, async (page, { path, pattern }) => {
			await page.goto(server.origin + path);
			faults.push(...(await faultsOfPage(page)).map((fault) => `${pattern} ${fault}`));
		});
		expect(faults).toEqual([]);
		expect(strangers.flat()).toEqual([]);
	});

	it("fits a phone whose person reads text of twice the size", async () => {
		const faults: string[] = [];
		const newPage = () => browser.openAs(cookie, { viewport: { width: 360, height: 800 } });
		await inTurn(pages, newPage, async (page, { path, pattern }) => {
			await page.goto(server.origin + path);
			const width = await inPage(page, ({ document }) => {
				document.documentElement.style.fontSize = "200%";
				return document.documentElement.scrollWidth;
			});
			if (width > 360) faults.push(`${pattern} is ${width} px wide`);
		});
		expect(faults).toEqual([]);
	});

	it("shows without script what it shows with it, but for buttons that only a script can serve", async () => {
		// A curl command is signed in the second in which it is shown.
		const made = /\s*\bCopy\b|t=\d+,v1=\w+|webhook-timestamp: \d+|v1,[\w+/=]+/g;
		const differing: unknown[] = [];
		const newPage = () => browser.openAs(cookie);
		await inTurn(pages, newPage, async (page, { path }) => {
			await page.goto(server.origin + path);
			const plain = await (await page.request.get(server.origin + path)).text();
			const [scripted, parsed] = await page.evaluate<string[]>(`[
				document.querySelector("main").textContent,
				new DOMParser().parseFromString(${JSON.stringify(plain)}, "text/html").querySelector("main").textContent,
			]`);
			const texts = [scripted, parsed].map((text = "") => text.replaceAll(made, ""));
			if (texts[0] !== texts[1] || texts[0] === "") differing.push({ path, texts });
		});
		expect(differing).toEqual([]);
	});
});

describe("the calendar, of one artist and of all,", () => {
	it("has each time in one line of its card, and nothing that axe finds, from a tablet to a screen", async () => {
		const artists: { id: string }[] = (await server.call("GET", "/v1/artists")).body.data;
		const [{ start_at }] = (await server.call("GET", "/v1/appointments?status=SCHEDULED&limit=1")).body.data;
		const page = await browser.openAs(cookie);
		const faults: string[] = [];
		for (const query of [
			`?day=${start_at.slice(0, 10)}`,
			"?view=week",
			...artists.map(({ id }) => `?artist_id=${id}`),
		]) {
			await page.goto(`${server.origin}/dashboard/calendar${query}`);
			for (const width of [1024, 1100, 1199, 1200, 1280]) {
				await page.setViewportSize({ width, height: 800 });
				const broken = await inPage(page, ({ document }) =>
					// Half an hour has one line, which is the name's where both have no room.
					[...document.querySelectorAll(".item:not(.short) .times")]
						.filter((times) => {
							const text = document.createRange();
							text.selectNodeContents(times);
							const { height, right } = text.getBoundingClientRect();
							return height > 25 || right > times.closest(".item").getBoundingClientRect().right;
						})
						.map((times) => times.textContent as string),
				);
				faults.push(...broken.map((times) => `${query} ${width} px: ${times}`));
			}
			faults.push(...(await faultsOfPage(page, { looks: [[1024, "light"]] })).map((fault) => `${query} ${fault}`));
		}
		expect(faults).toEqual([]);
	});
});

describe("the frame of a page", () => {
	const seen = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).count();

	it("offers to a finger nothing that needs a pointer or a keyboard", async () => {
		const [pointer, finger] = [{}, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } }];
		for (const [device, count] of [[pointer, 1] as const, [finger, 0] as const]) {
			const page = await browser.openAs(cookie, device);
			await page.goto(`${server.origin}/dashboard/clients`);
			expect(await seen(page, "Times are in")).toBe(1);
			expect(await seen(page, "Point at a time for UTC.")).toBe(count);
			expect(await page.locator("footer").getByText("Keyboard shortcuts").filter({ visible: true }).count()).toBe(
				count,
			);
		}
	});

	it("leaves on paper what the page says", async () => {
		const page = await browser.openAs(cookie, { viewport: { width: 1280, height: 800 } });
		await page.goto(`${server.origin}/dashboard/calendar?view=week`);
		const shown = () =>
			page.locator("nav.side, form.filters, main button, main .button").filter({ visible: true }).count();
		expect(await shown()).toBeGreaterThan(3);
		await page.emulateMedia({ media: "print" });
		expect(await shown()).toBe(0);
		expect(await page.locator(".roster").isVisible()).toBe(true);
	});

	it("cuts a long name of a studio after two lines in the menu", async () => {
		const { page } = await browser.openNew();
		const heightOf = (name: string) =>
			page.locator(".frame > .side .name").evaluate((element, name) => {
				element.textContent = name;
				return element.getBoundingClientRect().height;
			}, name);
		const one = await heightOf("Nadel & Faden");
		expect(await heightOf("Tätowierstudio am Prenzlauer Berg ".repeat(8))).toBeLessThanOrEqual(2 * one);
	});
});

describe("the pages before the dashboard", () => {
	it("have nothing that axe finds, fit their screens and keep to their policy", async () => {
		const app = await newApp(server, { redirect_uris: ["https://app.example/callback"] });
		const asked = new URLSearchParams({
			response_type: "code",
			client_id: app.clientId,
			redirect_uri: "https://app.example/callback",
			scope: "read:clients",
			state: "s",
			code_challenge: "a".repeat(43),
			code_challenge_method: "S256",
		});
		const page = await browser.openAs("none=none");
		const strangers = foreignOriginsIn(page, server.origin);
		const faults: string[] = [];
		const _looked = 0;
		const look = async (path: string) => {
			await page.goto(server.origin + path);
			faults.push(...(await faultsOfPage(page)).map((fault) => `${path} ${fault}`));
		};
		for (const path of [
			"/sign_in",
			"/forgot_password",
			"/reset_password/none",
			"/confirm_email/none",
			"/invitations/none",
			"/sign_in?x=<b>",
		])
			await look(path);
		const [name = "", value = ""] = cookie.split("=");
		await page.context().addCookies([{ name, value, url: server.origin }]);
		await look(`/oauth/authorize?${asked}`);
		expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(1);
		expect(faults).toEqual([]);
		expect(strangers).toEqual([]);
	});
});
