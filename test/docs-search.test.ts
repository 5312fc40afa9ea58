import { exports } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { excerpt, marked } from "../src/web/docs/search/browser/excerpt.ts";
import { type Found, newSearch } from "../src/web/docs/search/browser/find.ts";

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
