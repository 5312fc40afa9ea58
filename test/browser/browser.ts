import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import { chromiumPath } from "../../lab/harness/chromium.ts";

const ignoredMessages = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** A Chromium that records the errors and warnings of its pages. */
export class TestBrowser {
	/** Its errors and warnings, such as violations of the content security policy. */
	readonly complaints: string[] = [];
	private readonly browser: Browser;

	private constructor(browser: Browser) {
		this.browser = browser;
	}

	static async launch(): Promise<TestBrowser> {
		if (!chromiumPath) throw new Error("No Chromium found: set CHROMIUM_PATH, or install chromium.");
		return new TestBrowser(await chromium.launch({ executablePath: chromiumPath, args: ignoredMessages }));
	}

	async newPage(options: BrowserContextOptions = {}): Promise<Page> {
		const context = await this.browser.newContext(options);
		context.setDefaultTimeout(10_000);
		context.on("console", (message) => {
			// The browser also reports error pages of the service, and that a test is offline. Both are expected.
			if (
				/^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DIS)/.test(
					message.text(),
				)
			)
				return;
			if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
		});
		context.on("weberror", (error) => this.complaints.push(String(error.error())));
		return await context.newPage();
	}

	/** None of the pages may have complained. */
	async closePages(): Promise<void> {
		await Promise.all(this.browser.contexts().map((context) => context.close()));
		expect(this.complaints.splice(0)).toEqual([]);
	}

	close = (): Promise<void> => this.browser.close();
}

/** Runs a function in the page. The type checker does not know the page's window. */
// biome-ignore lint/suspicious/noExplicitAny: a browser's window
export const inPage = <T>(page: Page, look: (window: any) => T): Promise<T> => page.evaluate<T>(`(${look})(window)`);

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(":focus"));

/** The Tab key alone leads there, and the focus must be seen at each stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let stop = 0; stop < 80; stop++) {
		await page.keyboard.press("Tab");
		const outline = await inPage(page, ({ document, getComputedStyle }) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
			const { outerHTML } = document.activeElement;
			return document.activeElement === document.body ? null : [`${outlineStyle} ${outlineWidth}`, outerHTML];
		});
		expect(outline?.[0] ?? "solid 3px", `where the focus is can be seen: ${outline?.[1]}`).toBe("solid 3px");
		if (await isFocused(target)) return;
	}
	throw new Error(`Tab does not lead to ${target}`);
}

export async function press(page: Page, name: string): Promise<void> {
	await tabTo(page, button(page, name));
	await page.keyboard.press("Enter");
}
