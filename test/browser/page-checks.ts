import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { inPage } from "./browser.ts";

const widths = [360, 1280] as const;
const schemes = ["light", "dark"] as const;
type Appearance = readonly [width: number, scheme: (typeof schemes)[number]];

/** Each width in each colour scheme. */
const appearances: readonly Appearance[] = widths.flatMap((width) =>
	schemes.map((scheme): Appearance => [width, scheme]),
);

/** Reports violations of the content security policy in the console, where the browser reports only some of them. */
export const reportViolations = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
	console.error("The policy stopped", violatedDirective, blockedURI));`;

const openAll = (page: Page): Promise<void> =>
	inPage(page, ({ document }) => {
		for (const details of document.querySelectorAll("main details")) details.open = true;
	});

/** The minified script, because each page parses it again. */
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The rules whose outcome depends on colours. All others find the same in both schemes. */
const aboutColours = ["color-contrast", "link-in-text-block"];

interface Violation {
	rule: string;
	selector: string;
	html: string;
}

interface CheckOptions {
	looks?: readonly Appearance[];
	/** The part of the page to which axe goes. */
	within?: string;
	/** Known faults of third parties: axe's selector for each, by rule. */
	known?: Record<string, string>;
}

/** The faults of the open page in these appearances. It is not reloaded for another appearance. */
export async function faultsOfPage(page: Page, { looks: wanted = appearances, within, known = {} }: CheckOptions = {}) {
	const faults: string[] = [];
	let lastWidth = 0;
	for (const [width, colorScheme] of wanted) {
		const isNewWidth = width !== lastWidth;
		if (isNewWidth) await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme });
		await openAll(page);
		const found = (await violationsIn(page, within, isNewWidth ? undefined : aboutColours))
			.filter(({ rule, selector }) => known[rule] !== selector)
			.map(({ rule, html }) => `${rule}: ${html}`);
		const wide = isNewWidth ? await inPage(page, ({ document }) => document.documentElement.scrollWidth) : 0;
		if (wide > width) found.push(`is ${wide} px wide`);
		faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
		lastWidth = width;
	}
	return faults;
}

async function violationsIn(page: Page, within: string | undefined, rules: string[] | undefined) {
	if (await page.evaluate("!globalThis.axe")) await page.evaluate(axe);
	const options = JSON.stringify({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) });
	return await page.evaluate<
		Violation[]
	>(`axe.run(${within ? JSON.stringify(within) : "document"}, ${options}).then(({ violations }) =>
		violations.flatMap(({ id, nodes }) =>
			nodes.map(({ target, html }) => ({ rule: id, selector: target.join(" "), html: html.slice(0, 200) }))))`);
}

/** The foreign origins from which a page loads files. */
export function foreignOriginsIn(page: Page, origin: string): string[] {
	const strangers: string[] = [];
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.origin !== origin && url.protocol !== "data:") strangers.push(request.url());
	});
	return strangers;
}

/** Notes in `window.shifts` what moves in the page's content without an action of the person, and delays its pictures. */
export async function watchForShifts(page: Page): Promise<void> {
	await page.addInitScript(`
		window.shifts = [];
		// A script adds a button to the footer of each page.
		const isContent = ({ node }) => node instanceof Element && node.closest("main") !== null;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				if (!entry.hadRecentInput) window.shifts.push(...entry.sources.filter(isContent).map(String));
		}).observe({ type: "layout-shift", buffered: true });`);
	await page.route("**/pictures/ten_*/**", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
}
