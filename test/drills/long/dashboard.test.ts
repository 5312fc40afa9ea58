import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type CrawledPage, crawl, signInAt } from "../../../scripts/pages/crawl.ts";
import { places } from "../../../src/dashboard/places.ts";
import { amount, full } from "../../support/depth.ts";
import { button, inPage, isFocused, press, TestBrowser, tabTo } from "../browser.ts";
import { faultsOf, type Look, looks, strangersIn, tellViolations } from "../look.ts";
import { type Account, newApp, newPerson, newStudio } from "../person.ts";
import { until } from "../server.ts";
import { sharedServer } from "../shared-server.ts";

// A browser needs long for a person's way where others need the machine, too.
vi.setConfig({ testTimeout: amount(120_000, 600_000) });

const server = sharedServer();
let browser: TestBrowser;
let pages: CrawledPage[];
/** The cookie of the demo studio's owner. */
let cookie: string;

beforeAll(async () => {
	[browser] = await Promise.all([TestBrowser.launch(), server.ready()]);
	const { DEMO_EMAIL = "", DEMO_PASSWORD = "" } = server.printed;
	await server.call("GET", "/v1/clients?limit=1");
	cookie = await signInAt(server.origin, DEMO_EMAIL, DEMO_PASSWORD);
	pages = await crawl(server.origin, cookie);
}, 120_000);
afterAll(() => browser?.close());
afterEach(() => browser.closePages());

/** A browser in which somebody is signed in. */
async function openAs(cookie: string, options: BrowserContextOptions = {}): Promise<Page> {
	const page = await browser.newPage(options);
	const [name = "", value = ""] = cookie.split("=");
	await page.context().addCookies([{ name, value, url: server.origin }]);
	await page.context().addInitScript(tellViolations);
	return page;
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

/** A quick run sees some of the pages, others each time. */
function some<T>(items: readonly T[], count: number): T[] {
	const step = full ? 1 : Math.ceil(items.length / count);
	return items.filter((_, n) => n % step === inject("seed") % step);
}

/** A quick run sees each page in one look, and each look at some pages. */
const looksAt = (n: number): readonly Look[] => (full ? looks : looks.slice(n % looks.length).slice(0, 1));

describe("every page that links lead to from the overview", () => {
	it("is there, in every area of the navigation", () => {
		expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
		const patterns = new Set(pages.map(({ pattern }) => pattern));
		for (const { path } of places.flatMap(({ places }) => places)) expect(patterns).toContain(path);
		expect(patterns).toContain("/dashboard/clients/:id/ideas/:id/edit");
	});

	it("has nothing that axe finds, fits its screen, loads nothing from elsewhere and keeps to its policy", async () => {
		const faults: string[] = [];
		const newPage = async () => {
			const page = await openAs(cookie);
			strangers.push(strangersIn(page, server.origin));
			return page;
		};
		const strangers: string[][] = [];
		await inTurn([...some(pages, 20).entries()], newPage, async (page, [n, { path, pattern }]) => {
			await page.goto(server.origin + path);
			for (const look of looksAt(n)) faults.push(...(await faultsOf(page, look)).map((fault) => `${pattern} ${fault}`));
		});
		expect(faults).toEqual([]);
		expect(strangers.flat()).toEqual([]);
	});

	it("shows without script what it shows with it, but for buttons that only a script can serve", async () => {
		const textOf = (page: Page) => inPage(page, ({ document }) => document.querySelector("main").textContent);
		const plain = await openAs(cookie, { javaScriptEnabled: false });
		const scripted = await openAs(cookie);
		for (const { path } of some(pages, 6)) {
			const texts = [];
			for (const page of [plain, scripted]) {
				await page.goto(server.origin + path);
				texts.push((await textOf(page)).replaceAll(/\s*\bCopy\b/g, ""));
			}
			expect(texts[0], path).toBe(texts[1]);
			expect(texts[0]).not.toBe("");
		}
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
		const page = await openAs("none=none");
		const strangers = strangersIn(page, server.origin);
		const faults: string[] = [];
		let looked = 0;
		const look = async (path: string) => {
			await page.goto(server.origin + path);
			for (const one of looksAt(looked++))
				faults.push(...(await faultsOf(page, one)).map((fault) => `${path} ${fault}`));
		};
		for (const path of ["/sign_in", "/forgot_password", "/reset_password/none", "/invitations/none", "/sign_in?x=<b>"])
			await look(path);
		const [name = "", value = ""] = cookie.split("=");
		await page.context().addCookies([{ name, value, url: server.origin }]);
		await look(`/oauth/authorize?${asked}`);
		expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(1);
		expect(faults).toEqual([]);
		expect(strangers).toEqual([]);
	});
});

/** A studio of its own, so that what a test changes is nobody else's. */
async function newOwner(): Promise<{ studio: string; person: Account; cookie: string }> {
	const studio = await newStudio(server, "Nadel & Faden");
	const person = await newPerson(server, studio);
	return { studio, person, cookie: await signInAt(server.origin, person.email, person.password) };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();

/** Nothing needs a script, so that a quick run goes without. */
const ways: [string, boolean][] = [
	["without script", false],
	...(full ? [["with script", true] as [string, boolean]] : []),
];

describe.each(ways)("an owner, %s,", (_, javaScriptEnabled) => {
	const open = async () => {
		const owner = await newOwner();
		const page = await openAs(owner.cookie, { javaScriptEnabled, viewport: { width: 1280, height: 800 } });
		await page.goto(`${server.origin}/dashboard`);
		return { ...owner, page };
	};

	it("adds a client, changes, blocks and finds them, notes an idea, merges a second one, and deletes the client", async () => {
		const { page } = await open();
		const add = async (name: string, email: string) => {
			await page.getByRole("navigation").getByRole("link", { name: "Clients" }).click();
			await link(page, "New client").first().click();
			await page.getByLabel("First name").fill(name);
			await page.getByLabel("Email").fill(email);
			await button(page, "Create").click();
			await said(page, "The client is added.");
		};
		await add("Ana", "ana@example.com");
		await add("Anita", "anita@example.com");
		await page.getByRole("navigation").getByRole("link", { name: "Clients" }).click();
		await page.getByLabel("Search by name").fill("ana@ex");
		await page.keyboard.press("Enter");
		await link(page, "Ana").click();
		expect(await page.getByRole("table").count()).toBe(1);
		await link(page, "Edit").click();
		await page.getByLabel("Notes").fill("Brings <b>her</b> dog.");
		await button(page, "Save").click();
		await said(page, "The client is changed.");
		await page.getByText("Brings <b>her</b> dog.").waitFor();
		await button(page, "Block").click();
		await page.getByText("Blocked", { exact: true }).waitFor();
		await link(page, "New idea").click();
		await page.getByLabel("Subject").fill("Fern");
		await button(page, "Create").click();
		await said(page, "The idea is added.");
		await button(page, "Archive").click();
		await said(page, "The idea is archived.");
		await link(page, "Ana").click();
		await link(page, "Merge").click();
		await link(page, "Choose Anita").click();
		await heading(page, "Merge Anita into Ana?").waitFor();
		await button(page, "Merge").click();
		await page.getByRole("cell", { name: "anita@example.com" }).waitFor();
		await link(page, "Delete").click();
		await button(page, "Delete").click();
		await said(page, "The client is deleted");
		await page.getByRole("heading", { name: "No clients yet" }).waitFor();
	});

	it("sees in a refused form what was typed and what is wrong, at the field too", async () => {
		const { page, studio } = await open();
		await page.goto(`${server.origin}/dashboard/clients/new?studio=${studio}`);
		await page.getByLabel("First name").fill("Ana");
		await page.getByLabel("Notes").fill("kept");
		// The browser would not send it. Others do.
		await inPage(page, ({ document }) => {
			document.querySelector("main form").noValidate = true;
			document.querySelector("#email").type = "text";
		});
		await page.getByLabel("Email").fill("nobody");
		await button(page, "Create").click();
		await page.getByRole("alert").waitFor();
		expect(await page.getByLabel("Notes").inputValue()).toBe("kept");
		const email = page.getByLabel("Email");
		expect(await email.inputValue()).toBe("nobody");
		expect(await email.getAttribute("aria-invalid")).toBe("true");
		await page.getByRole("alert").getByRole("link").click();
		expect(new URL(page.url()).hash).toBe("#email");
		if (javaScriptEnabled) for (const look of looks) expect(await faultsOf(page, look)).toEqual([]);
	});

	it("makes a key that works, pauses it, lets it go on, and revokes it", async () => {
		const { page, studio } = await open();
		await link(page, "New key").click();
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		const key = (await page.locator("#value").textContent()) ?? "";
		const asks = async () => {
			const { status, body } = await server.call("GET", "/v1/me", { key });
			return status === 200 ? body.tenant_id : body.code;
		};
		expect(await asks()).toBe(studio);
		await link(page, "Show the key's page").click();
		await button(page, "Pause").click();
		await said(page, "The key is paused.");
		expect(await asks()).not.toBe(studio);
		await button(page, "Resume").click();
		await said(page, "The key works again.");
		expect(await asks()).toBe(studio);
		await link(page, "Revoke").click();
		await button(page, "Revoke").click();
		await said(page, "The key is revoked.");
		expect(await asks()).not.toBe(studio);
	});

	it("sees a new lead on the overview and makes a client of them", async () => {
		const { page, studio } = await open();
		const { body } = await server.operate("POST", `/admin/tenants/${studio}/api_keys`, {
			name: "Website",
			scopes: ["write:leads"],
		});
		const lead = { first_name: "Lea", email: "lea@example.com", message: "<script>alert(1)</script>" };
		await server.call("POST", "/v1/leads", { key: body.key, body: lead });
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await page.getByText("<script>alert(1)</script>").waitFor();
		await page.getByRole("button", { name: "Make a client of Lea" }).click();
		await heading(page, "Lea").waitFor();
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await page.getByRole("heading", { name: "No new leads" }).waitFor();
	});

	it("at 360 px opens the menu and goes to another area by keyboard alone", async () => {
		const { page, studio } = await open();
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await tabTo(page, page.locator(".menu > summary"));
		await page.keyboard.press("Enter");
		await tabTo(page, page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Clients" }));
		await page.keyboard.press("Enter");
		await heading(page, "Clients").waitFor();
		await press(page, "Search");
		await page.waitForURL(/[?&]q=/);
	});

	it("skips the navigation by keyboard", async () => {
		const { page } = await open();
		await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
		await page.keyboard.press("Enter");
		await until(() => isFocused(page.locator("main")), 5000, "the content has the focus");
	});
});

describe("where scripts run", () => {
	it("a slash leads to the search field, and a copied key is the key", async () => {
		const { cookie, studio } = await newOwner();
		const page = await openAs(cookie, { permissions: ["clipboard-read", "clipboard-write"] });
		await page.goto(`${server.origin}/dashboard/clients?studio=${studio}`);
		await page.keyboard.press("/");
		expect(await isFocused(page.getByRole("searchbox"))).toBe(true);
		await page.goto(`${server.origin}/dashboard/api_keys/new?studio=${studio}`);
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		await page.getByRole("button", { name: "Copy Value" }).click();
		await page.getByText("Copied").waitFor();
		expect(await inPage(page, ({ navigator }) => navigator.clipboard.readText())).toBe(
			await page.locator("#value").textContent(),
		);
	});
});
