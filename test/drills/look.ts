import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { inPage } from "./browser.ts";

const widths = [360, 1280] as const;
const schemes = ["light", "dark"] as const;
export type Look = readonly [width: (typeof widths)[number], scheme: (typeof schemes)[number]];

/** Each width in each colour scheme. */
export const looks: readonly Look[] = widths.flatMap((width) => schemes.map((scheme): Look => [width, scheme]));

/** Gives what a page does wrong to the console: what its policy stops is told there only in part. */
export const tellViolations = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
	console.error("The policy stopped", violatedDirective, blockedURI));`;

const openAll = (page: Page): Promise<void> =>
	inPage(page, ({ document }) => {
		for (const details of document.querySelectorAll("main details")) details.open = true;
	});

/** The rules of axe that colours decide. The scheme of a page changes nothing but its colours. */
const ofColours = { runOnly: ["color-contrast", "link-in-text-block"] };

/** What is wrong with the open page, in each of these looks. */
export async function faultsOf(page: Page, those: readonly Look[] = looks): Promise<string[]> {
	await openAll(page);
	await page.evaluate(axe.source);
	const faults: string[] = [];
	let lookedAt = 0;
	for (const [width, scheme] of those) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme: scheme });
		const options = { resultTypes: ["violations"], ...(width === lookedAt ? ofColours : {}) };
		lookedAt = width;
		const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
		const wide = await inPage(page, ({ document }) => document.documentElement.scrollWidth);
		const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
		if (wide > width) found.push(`is ${wide} px wide`);
		faults.push(...found.map((fault) => `${width} px, ${scheme}: ${fault}`));
	}
	return faults;
}

/** The origins of what pages load, other than their own. */
export function strangersIn(page: Page, origin: string): string[] {
	const strangers: string[] = [];
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.origin !== origin && url.protocol !== "data:") strangers.push(request.url());
	});
	return strangers;
}
