// Takes pictures of the documentation, one page of each kind, of every page of the dashboard and of each step of the booking page: `npm run screenshots [origin] [email] [password]`, while the service
// runs. Without arguments: http://localhost:8787 and its demo studio, as `npm start` has noted it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { chromiumPath } from "../lab/harness/chromium.ts";
import { readArguments } from "./local/command-help.ts";
import { readIfExists } from "./local/files.mjs";
import { readSettings } from "./local/settings.ts";
import { walkBookingPages } from "./pages/book.ts";
import { type CrawledPage, crawl, patternOf, signInAt } from "./pages/crawl.ts";

const root = join(fileURLToPath(import.meta.url), "../..");
const folder = join(root, "screenshots");
const settings = readSettings(process.env);

const demo = (): { email: string; password: string } =>
	JSON.parse(readIfExists(join(settings.stateDir, "demo.json")) ?? "{}");

const { positionals } = readArguments({
	line: "npm run screenshots",
	about:
		"Takes pictures of the documentation, of every page of the dashboard and of each step of the booking page, while the service runs.",
	positionals: ["[origin]", "[email]", "[password]"],
	options: {},
	examples: [
		["", "takes those of the demo studio that npm start has made here"],
		["http://localhost:8788 owner@studio.example secret", "takes those of another studio, without the booking page"],
	],
});
const [origin = `http://localhost:${settings.port}`, email = demo().email, password = demo().password] = positionals;

/** `/dashboard/clients/:id/edit` → `clients-id-edit`. */
const nameOf = (pattern: string): string =>
	pattern
		.replace(/^\/(dashboard\/?)?/, "")
		.replaceAll(/[^\w]+/g, "-")
		.replace(/-$/, "") || (pattern === "/" ? "home" : "overview");

const documentation = [
	...[
		"/",
		"/docs",
		"/docs/oauth",
		"/docs/reference",
		"/docs/reference/createAppointment",
		"/docs/events/client.created",
	],
	...["/docs/errors", "/docs/errors/slot_unavailable", "/docs/changelog", "/docs/search?q=webhook"],
].map((path) => ({ path }));

/** Pictures further down are loaded when somebody scrolls there, and a picture of the whole page would not have them. */
const loadPictures = (page: Page): Promise<void> =>
	page.evaluate(`Promise.all([...document.images].map((image) => {
		image.loading = "eager";
		return image.decode().catch(() => {});
	})).then(() => {})`);

async function take(browser: Browser, cookie: string | undefined, pages: Pick<CrawledPage, "path">[]): Promise<void> {
	for (const width of [360, 1280])
		for (const colorScheme of ["light", "dark"] as const) {
			const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
			const [name = "", value = ""] = cookie?.split("=") ?? [];
			if (cookie) await context.addCookies([{ name, value, url: origin }]);
			const page = await context.newPage();
			for (const { path } of pages) {
				await page.goto(origin + path);
				await loadPictures(page);
				const file = `${nameOf(patternOf(path))}-${width}-${colorScheme}.png`;
				await page.screenshot({ path: join(folder, file), fullPage: true });
			}
			await context.close();
		}
}

/** Books, moves and cancels with the demo studio's first artist, whatever that leaves there. */
async function takeBooking(browser: Browser): Promise<void> {
	await walkBookingPages({
		artist: `${origin}/mika-sorensen`,
		type: "fine-line",
		requested: "full-day",
		newPage: async () => await (await browser.newContext()).newPage(),
		look: async (step, page) => {
			await loadPictures(page);
			for (const width of [360, 1280])
				for (const colorScheme of ["light", "dark"] as const) {
					await page.setViewportSize({ width, height: 800 });
					await page.emulateMedia({ colorScheme });
					await page.screenshot({ path: join(folder, `booking-${step}-${width}-${colorScheme}.png`), fullPage: true });
				}
		},
	});
}

if (!email || !password) throw new Error("Give origin, email and password: no demo studio is noted here.");
if (!chromiumPath) throw new Error("No Chromium found: set CHROMIUM_PATH, or install chromium.");
const cookie = await signInAt(origin, email, password);
const pages = await crawl(origin, cookie);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
try {
	await take(browser, undefined, [...documentation, { path: "/sign_in" }, { path: "/forgot_password" }]);
	await take(browser, cookie, pages);
	// Another installation has another artist, and its mails are nowhere to be read.
	if (positionals.length === 0) await takeBooking(browser);
} finally {
	await browser.close();
}
console.log(
	`${pages.length + documentation.length + 2} pages, each at 360 and 1280 px in light and dark, are in ${folder}.`,
);
for (const { path, status, from } of pages) if (status !== 200) console.error(`${status} ${path}, linked on ${from}`);
