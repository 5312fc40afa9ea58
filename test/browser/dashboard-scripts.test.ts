import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../../lab/harness/server.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { button, inPage, isFocused, tabTo } from "./browser.ts";
import { DashboardBrowser, heading, link, said } from "./dashboard-browser.ts";
import { faultsOfPage } from "./page-checks.ts";

const server = sharedServer();
const browser = new DashboardBrowser(server);

/** A studio with a key that may do everything here, and a client of each name. */
async function newStudioWith(names: string[], options = {}) {
	const owner = await browser.newOwner();
	const scopes = ["read:clients", "write:clients", "read:shops"];
	const { body } = await server.operate("POST", `/admin/tenants/${owner.studio}/api_keys`, { name: "Website", scopes });
	const { key } = body;
	const call = (method: string, path: string, body?: unknown) => server.call(method, path, { key, body });
	for (const name of names)
		await call("POST", "/v1/clients", { first_name: name, email: `${name.toLowerCase()}@example.com` });
	const page = await browser.openAs(owner.cookie, options);
	const open = (path: string, query = "") =>
		page.goto(`${server.origin}/dashboard${path}?studio=${owner.studio}${query}`);
	return { ...owner, key, call, page, open };
}

/** The page is the one that was loaded: nothing has loaded it again. */
async function watchLoads(page: Page) {
	await inPage(page, (window) => {
		window.isTheSame = true;
	});
	return () => inPage(page, (window) => window.isTheSame === true);
}

const queryOf = (page: Page) =>
	Object.fromEntries([...new URL(page.url()).searchParams].filter(([name]) => name !== "studio"));
const row = (page: Page, name: string) => page.getByRole("main").getByRole("row").filter({ hasText: name });

it("the page of an import shows its end by itself, and then neither says that it has begun nor updates any more", async () => {
	const { page, open, key } = await newStudioWith([]);
	const rows = Array.from({ length: 500 }, (_, n) => `ana${n}@example.com,Ana`);
	const answer = await fetch(`${server.origin}/v1/imports?type=clients`, {
		method: "POST",
		headers: { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" },
		body: ["email,first_name", ...rows].join("\n"),
	});
	const { id } = (await answer.json()) as { id: string };
	await open(`/import/${id}`, "&done=started");
	await page.getByText("The import has begun.").waitFor();
	await button(page, "Pause").waitFor();
	await page.getByText("500 of 500 rows done").waitFor({ timeout: 30_000 });
	expect(await page.getByText("The import has begun.").count()).toBe(0);
	expect(await button(page, "Pause").count()).toBe(0);
});

describe("a filter, where scripts run,", () => {
	it("finds without a reload, tells how much, keeps the focus, and has its address and the way back", async () => {
		const { page, open } = await newStudioWith(["Ana", "Ben"]);
		await open("/clients");
		const isTheSame = await watchLoads(page);
		const search = page.getByRole("searchbox");
		await search.fill("ana@ex");
		await page.keyboard.press("Enter");
		await said(page, "Found clients: 1");
		expect(await row(page, "Ben").count()).toBe(0);
		expect(await isFocused(search)).toBe(true);
		expect(queryOf(page)).toEqual({ q: "ana@ex" });
		await search.fill("nobody at all");
		await page.keyboard.press("Enter");
		await said(page, "Found clients: 0");
		await page.getByRole("heading", { name: "No client found" }).waitFor();
		await page.goBack();
		await row(page, "Ana").waitFor();
		expect(await search.inputValue()).toBe("ana@ex");
		await page.goBack();
		await row(page, "Ben").waitFor();
		expect([await search.inputValue(), queryOf(page)]).toEqual(["", {}]);
		await page.goForward();
		await row(page, "Ben").waitFor({ state: "detached" });
		await link(page, "Show all").click();
		await row(page, "Ben").waitFor();
		expect([await search.inputValue(), await isTheSame()]).toEqual(["", true]);
		expect(await faultsOfPage(page)).toEqual([]);
	});

	it("applies a choice at once, by keyboard alone, and its address shows the same when it is loaded", async () => {
		const { page, open, call } = await newStudioWith([]);
		for (const path of ["/v1/clients", "/v1/shops", "/v1/artists"]) await call("GET", path);
		await open("/requests");
		const isLogged = async () => {
			await page.reload();
			return (await row(page, "/v1/artists").count()) === 1;
		};
		await until(isLogged, 20_000, "the log has the requests");
		const isTheSame = await watchLoads(page);
		const status = page.getByLabel("Status");
		await tabTo(page, status);
		await page.keyboard.press("4");
		await said(page, "Found requests: 1");
		expect(await isFocused(status)).toBe(true);
		expect(await isTheSame()).toBe(true);
		expect(queryOf(page)).toEqual({ status: "4xx" });
		const shown = await page.getByRole("table").textContent();
		await page.reload();
		expect(await page.getByRole("table").textContent()).toBe(shown);
		expect(await status.inputValue()).toBe("4xx");
	});

	it("goes to older and newer entries without a reload, and the focus goes with them", async () => {
		const { page, open } = await newStudioWith(Array.from({ length: 51 }, (_, n) => `Client${n}`));
		await open("/clients");
		const isTheSame = await watchLoads(page);
		await link(page, "Older").click();
		await row(page, "client0@").waitFor();
		expect(await isFocused(page.locator("[data-follows=results]"))).toBe(true);
		await link(page, "Newest").click();
		await row(page, "client50@").waitFor();
		await page.goBack();
		await row(page, "client0@").waitFor();
		expect(await isTheSame()).toBe(true);
	});

	it("shows another week of the calendar without a reload, with its name in the heading", async () => {
		const { page, open } = await newStudioWith([]);
		await open("/calendar", "&week=2030-01-07");
		const isTheSame = await watchLoads(page);
		await page.getByRole("main").getByRole("link", { name: "Next" }).click();
		await said(page, "14");
		expect(queryOf(page)).toEqual({ week: "2030-01-14" });
		expect(await page.getByLabel("Date").inputValue()).toBe("2030-01-14");
		expect(await isTheSame()).toBe(true);
	});

	it("leads to the sign-in where the session has ended", async () => {
		const { page, open } = await newStudioWith(["Ana"]);
		await open("/clients");
		await page.context().clearCookies();
		await page.getByRole("searchbox").fill("ana");
		await page.keyboard.press("Enter");
		await heading(page, "Sign in").waitFor();
	});

	it("downloads what the filter finds, which the link to the file follows", async () => {
		const { page, open } = await newStudioWith(["Ana"]);
		await open("/audit_log");
		await page.getByLabel("Action").fill("client");
		await page.keyboard.press("Enter");
		await said(page, "Found entries: 1");
		expect(await link(page, "Download CSV").getAttribute("href")).toContain("action=client");
	});
});

describe("the keyboard", () => {
	it("leads to the search field, to the areas, to a new record and along the rows, as its list of shortcuts says", async () => {
		const { page, open } = await newStudioWith(["Ana", "Ben"]);
		await open("/clients");
		await page.keyboard.press("?");
		const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		await dialog.waitFor();
		expect(await dialog.getByText("Audit log").count()).toBe(1);
		expect(await faultsOfPage(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		expect(await isFocused(link(page, "Ana"))).toBe(true);
		await page.keyboard.press("k");
		expect(await isFocused(link(page, "Ben"))).toBe(true);
		await page.keyboard.press("/");
		expect(await isFocused(page.getByRole("searchbox"))).toBe(true);
		await page.keyboard.type("gw?n");
		expect(await page.getByRole("searchbox").inputValue()).toBe("gw?n");
		await inPage(page, ({ document }) => document.activeElement.blur());
		await page.keyboard.press("n");
		await heading(page, "New client").waitFor();
		for (const [key, name] of [
			["w", "Webhooks"],
			["l", "Audit log"],
			["a", "Calendar"],
		] as const) {
			await inPage(page, ({ document }) => document.activeElement?.blur());
			await page.keyboard.press("g");
			await page.keyboard.press(key);
			await heading(page, name).waitFor();
		}
	});

	it("counts a key that comes at the moment the list of shortcuts closes", async () => {
		const { page, open } = await newStudioWith(["Ana"]);
		await open("/clients");
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
		await inPage(page, ({ document, KeyboardEvent }) => {
			document.querySelector("dialog[open]").close();
			document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
		});
		expect(await isFocused(link(page, "Ana"))).toBe(true);
	});

	it("does nothing more once its shortcuts are turned off, on every page", async () => {
		const { page, open } = await newStudioWith([]);
		await open("/clients");
		await button(page, "Keyboard shortcuts").click();
		await page.getByLabel("Use these shortcuts").uncheck();
		await button(page, "Close").click();
		await open("/events");
		await page.keyboard.press("g");
		await page.keyboard.press("c");
		await page.keyboard.press("?");
		await page.keyboard.press("/");
		await heading(page, "Events").waitFor();
		expect(await page.getByRole("dialog").count()).toBe(0);
		expect(await isFocused(page.getByLabel("Type"))).toBe(false);
	});
});

describe("a button that copies", () => {
	it("copies a key as it is, and says so", async () => {
		const { page, open } = await newStudioWith([], { permissions: ["clipboard-read", "clipboard-write"] });
		await open("/api_keys/new");
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		await button(page, "Copy Value").click();
		await said(page, "Copied");
		expect(await inPage(page, ({ navigator }) => navigator.clipboard.readText())).toBe(
			await page.locator("#value").textContent(),
		);
	});

	it("selects the text where the browser lets the page copy nothing", async () => {
		const { page, open } = await newStudioWith([]);
		await page.context().addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error())");
		await open("/api_keys/new");
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		await button(page, "Copy Value").click();
		await said(page, "Selected");
		expect(await inPage(page, (window) => String(window.getSelection()))).toBe(
			await page.locator("#value").textContent(),
		);
	});

	it("is not shown where no script runs", async () => {
		const { page, open } = await newStudioWith([], { javaScriptEnabled: false });
		await open("/api_keys/new");
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		await page.locator("#value").waitFor();
		expect(
			await page.locator("copy-button button").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
		).toBe(0);
	});
});

describe("a new key", () => {
	it("stands in the samples of the documentation, in its own tab alone, and in no address", async () => {
		const { page, open } = await newStudioWith([]);
		await open("/api_keys/new");
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		const key = (await page.locator("#value").textContent()) ?? "";
		const opened = page.context().waitForEvent("page");
		await button(page, "Use it in the documentation").click();
		const guide = await opened;
		const sent: string[] = [];
		guide.on("request", (request) => sent.push(`${request.url()} ${request.postData()}`));
		await guide.waitForLoadState();
		expect(await guide.locator('.samples [data-language="sh"] code').first().textContent()).toContain(`Bearer ${key}`);
		expect(new URL(guide.url()).pathname + new URL(guide.url()).search).toBe("/docs/quick-start");
		expect(sent.filter((one) => one.includes(key))).toEqual([]);
		expect(await inPage(page, ({ sessionStorage }) => sessionStorage.getItem("documentation-key"))).toBeNull();
	});
});

describe("a list that is kept up to date", () => {
	it("shows what comes, tells it, stops while it is paused, and stays paused under another filter", async () => {
		const { page, open, call } = await newStudioWith(["Ana"]);
		await open("/events");
		const isTheSame = await watchLoads(page);
		expect(await row(page, "client.created").count()).toBe(1);
		const { body } = await call("POST", "/v1/clients", { first_name: "Ben", email: "ben@example.com" });
		await said(page, "New events: 1");
		expect(await row(page, "client.created").count()).toBe(2);
		await button(page, "Pause").click();
		await page.getByText("Events do not update while this is paused.").waitFor();
		await page.getByLabel("Type").selectOption("client.created");
		await said(page, "Found events: 2");
		await button(page, "Resume").waitFor();
		await call("POST", "/v1/clients", { first_name: "Cem", email: "cem@example.com" });
		await new Promise((resolve) => setTimeout(resolve, 6000));
		expect(await row(page, "client.created").count()).toBe(2);
		await button(page, "Resume").click();
		await said(page, "New events: 1");
		await call("PATCH", `/v1/clients/${body.id}`, { notes: "x" });
		await new Promise((resolve) => setTimeout(resolve, 6000));
		expect(await row(page, "client.updated").count()).toBe(0);
		expect(await isTheSame()).toBe(true);
	});
});
