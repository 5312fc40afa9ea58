import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Server } from "../../lab/harness/server.ts";
import { record } from "../../scripts/front-door/record.ts";
import { type Recording, recording } from "../../src/web/docs/front-door/recording.ts";
import { inPage, TestBrowser } from "./browser.ts";
import { faultsOfPage, foreignOriginsIn, reportViolations } from "./page-checks.ts";

vi.setConfig({ testTimeout: 600_000 });

// Its studio is as the demo made it, because no other drill changes it.
const server = new Server();
let browser: TestBrowser;

beforeAll(async () => {
	[browser] = await Promise.all([TestBrowser.launch(), server.start()]);
});
afterAll(async () => {
	await browser?.close();
	await server.remove();
});
afterEach(() => browser.closePages());

async function open(path: string): Promise<{ page: Page; strangers: string[] }> {
	const page = await browser.newPage();
	// Scalar is large, and the machine may have other work.
	page.setDefaultTimeout(30_000);
	await page.context().addInitScript(reportViolations);
	const strangers = foreignOriginsIn(page, server.origin);
	await page.goto(server.origin + path);
	return { page, strangers };
}

describe("the page that tries requests", () => {
	it("sends one with the demo key and shows its answer, without a request to another origin", async () => {
		const { page, strangers } = await open("/docs/reference/try");
		await page
			.getByPlaceholder("Token")
			.first()
			.fill(server.printed.DEMO_API_KEY ?? "");
		await page
			.getByRole("link", { name: /Get the tenant and credential/ })
			.first()
			.click();
		await page
			.getByRole("button", { name: /Test Request/ })
			.first()
			.click();
		const [answer] = await Promise.all([
			page.waitForResponse((response) => response.url() === `${server.origin}/v1/me`),
			page.getByRole("button", { name: /^Send/ }).first().click(),
		]);
		expect(await answer.json()).toMatchObject({ object: "me", tenant_name: "Demo Studio" });
		await page.getByText("Demo Studio").first().waitFor();
		expect(strangers).toEqual([]);
		// Scalar's dialog has a main landmark of its own, and nothing can be set that hides the one behind it.
		const known = { "landmark-no-duplicate-main": ".scalar-app-layout > main" };
		expect(await faultsOfPage(page, { within: '[role="dialog"]', known })).toEqual([]);
	});

	it("has nothing that axe finds, and fits its screen", async () => {
		const { page } = await open("/docs/reference/try");
		await page
			.getByRole("button", { name: /Test Request/ })
			.first()
			.waitFor();
		expect(await faultsOfPage(page)).toEqual([]);
	});

	it("keeps no key in the browser", async () => {
		const { page } = await open("/docs/reference/try");
		const key = server.printed.DEMO_API_KEY ?? "";
		const field = page.getByPlaceholder("Token").first();
		await field.fill(key);
		await page.waitForTimeout(2000);
		const kept = await inPage(page, ({ localStorage, sessionStorage, document }) =>
			JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
		);
		expect(kept).not.toContain(key);
		await page.reload();
		await field.waitFor();
		expect(await field.inputValue()).toBe("");
	});
});

describe("the documentation", () => {
	it("has nothing that axe finds, fits its screen, loads nothing from elsewhere and keeps to its policy", async () => {
		const { page, strangers } = await open("/docs");
		const paths = await inPage(page, ({ document }) =>
			[...document.querySelectorAll('a[href^="/docs"]')].map((link) => link.getAttribute("href") as string),
		);
		// Pages that are made in one way look alike, so one of each is looked at, beside all guides.
		const others = [
			"/",
			"/docs/reference/createAppointment",
			"/docs/reference/listEvents",
			"/docs/events/appointment.rescheduled",
			"/docs/errors/slot_unavailable",
			"/docs/search?q=webhook",
		];
		const wanted = [...new Set([...paths, ...others])].filter((path) => !/\.(md|xml|json)$|\/try$/.test(path));
		expect(wanted.length).toBeGreaterThan(20);
		const faults: string[] = [];
		for (const path of wanted) {
			const response = await page.goto(server.origin + path);
			if (response?.status() !== 200) faults.push(`${path} ${response?.status()}`);
			faults.push(...(await faultsOfPage(page)).map((fault) => `${path} ${fault}`));
		}
		expect(faults).toEqual([]);
		expect(strangers).toEqual([]);
	});

	it("shows in its list where one is, and the search above it", async () => {
		const { page } = await open("/docs/errors/slot_unavailable");
		const places = await inPage(page, ({ document, innerHeight }) =>
			['[aria-current="page"]', "#search"].map((what) => {
				const { top, bottom } = document.querySelector(`.frame > .side ${what}`).getBoundingClientRect();
				return top >= 0 && bottom <= innerHeight;
			}),
		);
		expect(places).toEqual([true, true]);
	});

	it.each(["/", "Control+k", "Meta+k"])("is searched by keyboard alone, from %s on", async (key) => {
		const { page, strangers } = await open("/docs");
		await page.keyboard.press(key);
		const field = page.getByRole("combobox");
		await field.waitFor();
		await page.keyboard.type("slot_unavailible");
		const options = page.getByRole("option");
		await options.first().waitFor();
		expect(await page.locator("dialog mark").count()).toBeGreaterThan(0);
		expect(await faultsOfPage(page, { within: "dialog" })).toEqual([]);
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowUp");
		const chosen = await options.first().getAttribute("id");
		expect(await field.getAttribute("aria-activedescendant")).toBe(chosen);
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/docs\/errors\/slot_unavailable$/);
		expect(strangers).toEqual([]);
	});

	it("opens the search where somebody types into its field, and closes it with Escape", async () => {
		const { page } = await open("/docs");
		await page.locator("#search").pressSequentially("we");
		await page.keyboard.type("bhook");
		await page
			.getByRole("option", { name: /Webhooks/ })
			.first()
			.waitFor();
		expect(await page.getByRole("combobox").inputValue()).toBe("webhook");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await page.locator("dialog").waitFor({ state: "hidden" });
	});
});

describe("a folded part", () => {
	it("opens where an address leads to it, also from a link on the same page", async () => {
		const { page } = await open("/docs/changelog");
		const days = await page.locator(".log-day h2").allTextContents();
		const oldest = days.at(-1) ?? "";
		const isOpen = (date: string) =>
			page.locator(`.log-day:has([id="${date}"])`).evaluate((day) => day.hasAttribute("open"));
		expect(await isOpen(oldest)).toBe(false);
		await page.goto(`${server.origin}/docs/changelog#${oldest}`);
		expect(await isOpen(oldest)).toBe(true);
		expect(await isOpen(days[1] ?? "")).toBe(false);
		const other = await open(`/docs/changelog#${days[2]}`);
		expect(await other.page.locator(`[id="${days[2]}"]`).evaluate((day) => day.closest("details")?.open)).toBe(true);
		// A field of an object in an answer
		const field = await open("/docs/reference/getAppointment#answer-200.cancellation_fee.status");
		expect(await field.page.locator('[id="answer-200.cancellation_fee.status"]').isVisible()).toBe(true);
	});
});

describe("code on a narrow screen", () => {
	it("has its languages in one line, which scrolls to the chosen one by keyboard and on the next page", async () => {
		const { page } = await open("/docs/reference/createClient");
		const tabs = () =>
			inPage(page, ({ document, innerWidth }) => {
				const bar = document.querySelector(".samples .tabs");
				const { left, right } = bar.getBoundingClientRect();
				const chosen = bar.querySelector("label:has(:checked)").getBoundingClientRect();
				return {
					rows: new Set([...bar.querySelectorAll("label")].map((label) => label.getBoundingClientRect().top)).size,
					scrolls: bar.scrollWidth > bar.clientWidth,
					chosenIsInView: chosen.left >= left - 1 && chosen.right <= right + 1,
					pageFits: document.documentElement.scrollWidth <= innerWidth,
				};
			});
		const oneLine = { rows: 1, chosenIsInView: true, pageFits: true };
		await page.setViewportSize({ width: 360, height: 800 });
		expect(await tabs()).toEqual({ ...oneLine, scrolls: false });
		// As narrow as a phone with large letters
		await page.setViewportSize({ width: 240, height: 800 });
		expect(await tabs()).toEqual({ ...oneLine, scrolls: true });
		await page.getByRole("radio", { name: "curl" }).focus();
		await page.keyboard.press("ArrowUp");
		expect(await page.getByRole("radio", { name: "Go" }).isChecked()).toBe(true);
		expect(await tabs()).toEqual({ ...oneLine, scrolls: true });
		await page.goto(`${server.origin}/docs/reference/getClient`);
		expect(await page.getByRole("radio", { name: "Go" }).isChecked()).toBe(true);
		expect(await tabs()).toEqual({ ...oneLine, scrolls: true });
	});

	it("goes on further to the right than it began where a line is wrapped, and is never cut", async () => {
		const { page } = await open("/docs/quick-start");
		await page.setViewportSize({ width: 360, height: 800 });
		for (const path of ["/docs/quick-start", "/docs/webhooks", "/docs/reference/listClients", "/"]) {
			await page.goto(server.origin + path);
			const { wrapped, wrong, cut } = await inPage(page, ({ document }) => {
				const lines = [...document.querySelectorAll("pre .line")].filter((line) => line.offsetParent);
				// The left edge of each row of the line, from that of its first letter on
				const edges = lines.map((line) => {
					const rows = new Map();
					const texts = document.createTreeWalker(line, 4);
					while (texts.nextNode()) {
						const range = document.createRange();
						for (const { index } of texts.currentNode.data.matchAll(/\S/g)) {
							range.setStart(texts.currentNode, index);
							range.setEnd(texts.currentNode, index + 1);
							const { left, bottom } = range.getBoundingClientRect();
							const row = Math.round(bottom / 8);
							rows.set(row, Math.min(left, rows.get(row) ?? left));
						}
					}
					return [...rows.values()];
				});
				return {
					wrapped: edges.filter((rows) => rows.length > 1).length,
					wrong: edges.filter(([first, ...others]) => others.some((left) => left <= first + 3)).length,
					cut: [...document.querySelectorAll("pre")].filter((pre) => pre.scrollWidth > pre.clientWidth).length,
				};
			});
			expect([path, wrapped > 0, wrong, cut]).toEqual([path, true, 0, 0]);
		}
	});
});

describe("the front page", () => {
	it("shows a request, an answer and a webhook with the fields that they have today", async () => {
		const key = server.printed.DEMO_API_KEY ?? "";
		const today = await record({ origin: server.origin, key });
		const shapeOf = ({ request, answer, webhook }: Recording) => [
			[request.method, request.path, ...Object.keys(request.body)],
			[answer.status, ...Object.keys(answer.headers), ...Object.keys(answer.body)],
			[...Object.keys(webhook.headers), ...Object.keys(JSON.parse(webhook.body).data)],
		];
		expect(shapeOf(recording)).toEqual(shapeOf(today));
	});
});

describe("the pages about operations", () => {
	it("fill in the key that the reader typed, in this tab alone, and remember the language", async () => {
		const { page } = await open("/docs/reference/createClient");
		const sent: string[] = [];
		page.on("request", (request) => sent.push(`${request.url()} ${request.postData()}`));
		await page.getByText("Use your own key").click();
		await page.getByLabel("API key").fill("svc_live_sk_mine");
		await page.getByLabel("Address of the service").fill("https://api.mine.example/");
		const shown = (language: string) => page.locator(`.samples [data-language="${language}"] code`);
		expect(await shown("sh").textContent()).toMatch(
			/^curl "https:\/\/api\.mine\.example\/v1\/clients" \\\n {2}-H "Authorization: Bearer svc_live_sk_mine"/,
		);
		expect(await shown("python").textContent()).toContain('key = "svc_live_sk_mine"');
		await page.getByRole("radio", { name: "Python" }).check();
		await page.goto(`${server.origin}/docs/reference/getClient`);
		expect(await shown("python").isVisible()).toBe(true);
		expect(await shown("sh").isVisible()).toBe(false);
		expect(await shown("python").textContent()).toContain('key = "svc_live_sk_mine"');
		expect(sent.filter((one) => one.includes("mine"))).toEqual([]);
		const other = await browser.newPage();
		await other.goto(`${server.origin}/docs/reference/getClient`);
		expect(await other.locator('.samples [data-language="sh"] code').textContent()).toContain("$TATTOO_STUDIO_API_KEY");
	});

	it("show requests and verifiers of guides in the language that was chosen before", async () => {
		const { page } = await open("/docs/quick-start");
		const shown = () =>
			page.locator(".samples [data-language]:visible").evaluateAll((all) => all.map((one) => one.dataset.language));
		expect(await shown()).toEqual(["sh", "sh", "sh"]);
		await page.getByRole("radio", { name: "Ruby" }).nth(1).check();
		expect(await shown()).toEqual(["ruby", "ruby", "ruby"]);
		await page.goto(`${server.origin}/docs/webhooks`);
		expect(await shown()).toEqual(["ruby"]);
		expect(await page.getByText("Use your own key").count()).toBe(0);
		await page.goto(`${server.origin}/docs/quick-start`);
		await page.getByText("Use your own key").click();
		await page.getByLabel("API key").fill("svc_live_sk_mine");
		await page.getByLabel("Address of the service").fill("https://api.mine.example");
		const commands = await page.locator('.samples [data-language="sh"] code').allTextContents();
		expect(
			commands.every((one) => one.includes("https://api.mine.example/v1/") && one.includes("Bearer svc_live_sk_mine")),
		).toBe(true);
	});

	it("fill in the address alone on a guide without keys, and in no answer", async () => {
		const { page } = await open("/docs/oauth");
		await page.getByText("Use your own address").click();
		expect(await page.getByLabel("API key").count()).toBe(0);
		const answers = () => page.locator(".snippet[data-answer]").allTextContents();
		const before = await answers();
		await page.getByLabel("Address of the service").fill("https://api.mine.example/");
		const commands = (await page.locator(".snippet:not([data-answer]) code").allTextContents()).join("\n");
		expect(commands).toContain('curl -s "https://api.mine.example/oauth/token"');
		expect(commands).not.toContain(server.origin);
		expect(await answers()).toEqual(before);
		// The fields stand above the languages, as they do where there is a key.
		for (const path of ["/docs/reference/authorize", "/docs/reference/getMe"]) {
			await page.goto(server.origin + path);
			expect([path, await page.locator(".own-values + .samples").count()]).toEqual([path, 1]);
		}
	});

	it("copy a sample", async () => {
		const { page } = await open("/docs/reference/getMe");
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.locator('.samples [data-language="sh"] button').click();
		const copied = await inPage(page, ({ navigator }) => navigator.clipboard.readText());
		expect(copied).toBe(`curl "${server.origin}/v1/me" \\\n  -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"`);
	});

	it("show a sample without script, and another one when somebody chooses its language", async () => {
		const page = await browser.newPage({ javaScriptEnabled: false });
		await page.goto(`${server.origin}/docs/reference/getMe`);
		await page.getByRole("radio", { name: "Go" }).check();
		expect(await page.locator('.samples [data-language="go"]').isVisible()).toBe(true);
		expect(await page.locator('.samples [data-language="sh"]').isVisible()).toBe(false);
	});
});
