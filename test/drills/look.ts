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

/** What is wrong with the open page in this look. */
export async function faultsOf(page: Page, [width, scheme]: Look): Promise<string[]> {
	await page.setViewportSize({ width, height: 800 });
	await page.emulateMedia({ colorScheme: scheme });
	await openAll(page);
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ["violations"] })`);
	const wide = await inPage(page, ({ document }) => document.documentElement.scrollWidth);
	return [
		...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
		...(wide > width ? [`is ${wide} px wide`] : []),
	].map((fault) => `${width} px, ${scheme}: ${fault}`);
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
