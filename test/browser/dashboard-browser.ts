import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Account, newPerson, newStudio } from "../../lab/harness/person.ts";
import type { Server } from "../../lab/harness/server.ts";
import { signInAt } from "../../scripts/pages/crawl.ts";
import { TestBrowser } from "./browser.ts";
import { reportViolations } from "./page-checks.ts";

/** The owner of a new studio, so that a test changes no other's data. */
export interface Owner {
	studio: string;
	person: Account;
	cookie: string;
}

/** For the tests of one file. */
export class DashboardBrowser {
	private browser: TestBrowser | undefined;
	private readonly server: Server;

	constructor(server: Server) {
		this.server = server;
		beforeAll(async () => {
			[this.browser] = await Promise.all([TestBrowser.launch(), server.ready()]);
		});
		afterAll(() => this.browser?.close());
		afterEach(() => this.browser?.closePages());
	}

	async openAs(cookie: string, options: BrowserContextOptions = {}): Promise<Page> {
		if (!this.browser) throw new Error("The browser is opened before the tests of the file.");
		const page = await this.browser.newPage(options);
		const [name = "", value = ""] = cookie.split("=");
		await page.context().addCookies([{ name, value, url: this.server.origin }]);
		await page.context().addInitScript(reportViolations);
		return page;
	}

	async newOwner(): Promise<Owner> {
		const studio = await newStudio(this.server, "Nadel & Faden");
		const person = await newPerson(this.server, studio);
		return { studio, person, cookie: await signInAt(this.server.origin, person.email, person.password) };
	}

	/** The overview of a new studio, as its owner sees it. */
	async openNew(options: BrowserContextOptions = {}): Promise<Owner & { page: Page }> {
		const owner = await this.newOwner();
		const page = await this.openAs(owner.cookie, { viewport: { width: 1280, height: 800 }, ...options });
		await page.goto(`${this.server.origin}/dashboard`);
		return { ...owner, page };
	}
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
export const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
export const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
export const goTo = (page: Page, area: string) =>
	page.getByRole("navigation").getByRole("link", { name: area }).click();
