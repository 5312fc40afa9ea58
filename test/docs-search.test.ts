import { exports } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { excerpt, marked } from "../src/web/docs/search/browser/excerpt.ts";
import { type Found, newSearch } from "../src/web/docs/search/browser/find.ts";
import type { SearchSections } from "../src/web/docs/search/search-sections.ts";

const get = (path: string): Promise<Response> => exports.default.fetch(new Request(`https://search.test${path}`));

let search: (query: string) => Found[];
let index: string;
beforeAll(async () => {
	index = await (await get("/docs/search.json")).text();
	search = newSearch(JSON.parse(index));
});

describe("the search in the browser", () => {
	it.each([
		["idempotency", "/docs/idempotency-and-retries"],
		["idempotncy", "/docs/idempotency-and-retries"],
		["webhok", "/docs/webhooks"],
		["rate limit", "/docs/rate-limits"],
		["slot_unavail", "/docs/errors/slot_unavailable"],
		["slot unavailable", "/docs/errors/slot_unavailable"],
		["client.created", "/docs/events/client.created"],
		["book an appointment", "/docs/reference/createAppointment"],
		["quick strat", "/docs/quick-start"],
		["python signature", "/docs/webhooks"],
		["oauth", "/docs/oauth"],
	])("finds for %j among the first three %s", (query, path) => {
		const first = search(query).slice(0, 3);
		expect(first.map(({ href }) => href.split("#")[0])).toContain(path);
	});

	it("leads to the section of a guide, which exists", async () => {
		const [found] = search("checking the signature");
		expect(found?.href).toBe("/docs/webhooks#checking-the-signature");
		expect(await (await get("/docs/webhooks")).text()).toContain('id="checking-the-signature"');
		for (const { href } of search("retry")) {
			const [path = "", anchor] = href.split("#");
			const page = await (await get(path)).text();
			if (anchor) expect([href, page.includes(` id="${anchor}"`)]).toEqual([href, true]);
		}
	});

	it("shows words without the marks of Markdown", () => {
		const { sections } = JSON.parse(index) as { sections: [number, string, string, string][] };
		const [, , , text = ""] =
			sections.find(([, , , words]) => words.includes("In the end your server takes events")) ?? [];
		expect(text).not.toBe("");
		for (const [page, , heading, words] of sections)
			expect([page, heading, /^> | > In the end|\]\(/.test(words)]).toEqual([page, heading, false]);
	});

	it("finds nothing for what nobody wrote, and takes any text", () => {
		expect(search("zzzzqqqxxy")).toEqual([]);
		for (const text of ["", " ", "(", "[a-z]+", "\\", "a".repeat(5000), "💡", '"quoted"'])
			expect(() => search(text)).not.toThrow();
	});

	it("takes less than 150 KB for its index, and 20 KB for its script, compressed", async () => {
		expect(gzipSync(index).byteLength).toBeLessThan(150 * 1024);
		const script = await get("/assets/docs-search.js");
		expect(script.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
		expect(gzipSync(await script.text()).byteLength).toBeLessThan(20 * 1024);
	});

	it("is loaded by no page before somebody searches", async () => {
		for (const path of ["/docs", "/docs/webhooks", "/docs/search?q=webhook"]) {
			const page = await get(path);
			expect(page.headers.get("Content-Security-Policy")).toContain("https://search.test/assets/docs-search.js");
			expect(await page.text()).not.toContain("docs-search.js");
		}
	});
});

describe("the search without script", () => {
	const main = async (query: string) =>
		(await (await get(`/docs/search?q=${encodeURIComponent(query)}`)).text()).split("<main")[1] ?? "";
	const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);

	it.each([
		["exclude_own", "/docs/reference/createWebhookEndpoint"],
		["allow_blocked", "/docs/reference/createAppointment"],
		["disabled", "/docs/webhooks"],
		["`Service-Dry-Run`", "/docs/idempotency-and-retries"],
		["slot unavailable", "/docs/errors/slot_unavailable"],
		["Webhooks SIGNATURE", "/docs/webhooks"],
	])("finds for %j the page %s, as the one with script does", async (query, path) => {
		const found = linksIn(await main(query));
		expect(found).toContain(path);
		for (const { href, words } of search(query))
			if (words.length === 1 && words[0] === query) expect(found).toContain(href.split("#")[0]);
	});

	it("finds each page by its own texts, wherever they stand in it", async () => {
		const { pages, sections } = JSON.parse(index) as SearchSections;
		const wanted = sections.filter((_, n) => n % 40 === 0);
		expect(wanted.length).toBeGreaterThan(8);
		for (const [page, , , text] of wanted) {
			// The words of the title keep it among the results, of which there are at most 50.
			const words = `${pages[page]?.[1]} ${text.split(" ").slice(-6).join(" ")}`;
			expect(linksIn(await main(words)), words).toContain(pages[page]?.[0]);
		}
	});

	it("begins with the pages that are named by the words", async () => {
		const [first] = linksIn(await main("rate limits"));
		expect(first).toBe("/docs/rate-limits");
		expect(linksIn(await main("conflict"))[0]).toBe("/docs/errors/conflict");
	});

	it("has a Markdown twin, by address and by Accept, which llms.txt names", async () => {
		const twin = await get("/docs/search.md?q=allow_blocked");
		expect([twin.status, twin.headers.get("Content-Type")]).toEqual([200, "text/markdown; charset=utf-8"]);
		const text = await twin.text();
		expect(text.startsWith("# Search\n")).toBe(true);
		expect(text).toMatch(/^- \[.+\]\(\/docs\/reference\/createAppointment\): .+$/m);
		const byAccept = await exports.default.fetch(
			new Request("https://search.test/docs/search?q=allow_blocked", { headers: { Accept: "text/markdown" } }),
		);
		expect(byAccept.headers.get("Vary")).toContain("Accept");
		expect(await byAccept.text()).toBe(text);
		expect(await (await get("/docs/search.md?q=zzzzqqqxxy")).text()).toContain("Nothing found for “zzzzqqqxxy”.");
		expect(await (await get("/llms.txt")).text()).toContain("https://search.test/docs/search.md?q=");
	});

	it("finds words by their beginning, and not by their middle", async () => {
		expect(linksIn(await main("idempot"))).toContain("/docs/idempotency-and-retries");
		expect(linksIn(await main("created"))).toContain("/docs/events/client.created");
		expect(linksIn(await main("ubscription"))).toEqual([]);
	});

	it("shows what was typed as text, in HTML and in Markdown", async () => {
		expect(await main("<script>")).toContain("“&lt;script&gt;”");
		const text = await (await get(`/docs/search.md?q=${encodeURIComponent("a\n# b [c](d)")}`)).text();
		expect(text).toContain("“a \\# b \\[c\\](d)”");
	});
});

describe("the excerpt of a result", () => {
	const text = `${"The service says little here. ".repeat(20)}A retry of a request gets the first answer. ${"And so on. ".repeat(30)}`;

	it("shows the words in their place, marked", () => {
		const pieces = excerpt(text, ["retry"]);
		expect(pieces.filter(([, isWord]) => isWord)).toEqual([["retry", true]]);
		const shown = pieces.map(([piece]) => piece).join("");
		expect(shown).toMatch(/^… .*A retry of a request gets the first answer\..* …$/);
		expect(shown.length).toBeLessThan(240);
	});

	it("marks words at their beginning alone, and keeps the text", () => {
		for (const words of [["re"], ["(", "."], ["request", "requests"], []]) {
			const pieces = marked("Requests (retry) are not before, a request.", words);
			expect(pieces.map(([piece]) => piece).join("")).toBe("Requests (retry) are not before, a request.");
		}
		expect(marked("before", ["for"])).toEqual([["before", false]]);
	});
});
