import { env, exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { type Schema, Validator } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import { publicEventTypes } from "../src/platform/db/tables/data/events.ts";
import { problems } from "../src/platform/problems/table.ts";
import { documentationFiles } from "../src/web/docs/files.tsx";
import type { SearchSections } from "../src/web/docs/search/search-sections.ts";
import { scalar } from "../src/web/docs/try-it/scalar.ts";
import { tryItPath } from "../src/web/docs/try-it/try-it.ts";
import { newAddress } from "./support/api.ts";
import { document } from "./support/document.ts";

const origin = "https://api.test";
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
	exports.default.fetch(new Request(origin + path, { headers, redirect: "manual" }));

/** The headers of Chromium when a person opens an address. */
const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8" };

interface Page {
	links: string[];
	anchors: Set<string>;
	html: string;
}

const unescaped = (text: string) => text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const pageOf = (html: string): Page => ({
	html,
	links: [...html.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => unescaped(link)),
	anchors: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)),
});

/** The names of the parts of the guides, as the first page has them above its cards. */
const partsOfGuides = (): string[] =>
	[
		...(pages.get("/docs")?.html ?? "").matchAll(
			/<h2 [^>]*>([^<]+)<\/h2>\n<ul class="cards"><li><a [^>]*>[^<]+<\/a><span/g,
		),
	].map(([, name = ""]) => name);

/** Every page that links lead to from `/`, by path. */
const pages = new Map<string, Page>();

beforeAll(async () => {
	const waiting = ["/"];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (pages.has(path)) continue;
		const response = await get(path, { Accept: "text/html" });
		expect([path, response.status]).toEqual([path, 200]);
		const page = pageOf(await response.text());
		pages.set(path, page);
		for (const link of page.links) {
			const { pathname, origin: at } = new URL(link, origin + path);
			const isPage = at === origin && (pathname === "/" || pathname === "/docs" || /^\/docs\/[\w./-]+$/.test(pathname));
			if (isPage && !/\.(md|json|xml)$|^\/docs\/files\//.test(pathname)) waiting.push(pathname);
		}
	}
}, 60_000);

describe("the documentation", () => {
	it("has no link and no anchor that leads nowhere", async () => {
		const known = new Map<string, Promise<number>>();
		const statusOf = (path: string) => {
			const status = known.get(path) ?? get(path).then(({ status }) => status);
			known.set(path, status);
			return status;
		};
		const leadsSomewhere = async ({ pathname, hash }: URL): Promise<boolean> => {
			// The dashboard redirects to the sign-in.
			if ((await statusOf(pathname)) !== (pathname === "/dashboard" ? 303 : 200)) return false;
			const id = decodeURIComponent(hash.slice(1));
			return id === "" || pages.get(pathname)?.anchors.has(id) === true;
		};
		const nowhere: string[] = [];
		for (const [path, { links }] of pages)
			for (const link of new Set(links)) {
				const url = new URL(link, origin + path);
				if (url.origin === origin && !(await leadsSomewhere(url))) nowhere.push(`${path} → ${link}`);
			}
		expect(nowhere).toEqual([]);
	});

	it("has a page for each operation, each type of event and each error, reached by links", () => {
		const operations = Object.values<Record<string, { operationId: string }>>(document.paths)
			.flatMap((methods) => Object.values(methods))
			.filter((one) => one.operationId !== undefined)
			.map(({ operationId }) => `/docs/reference/${operationId}`)
			// The tokens of OAuth have their guide.
			.filter((path) => pages.has(path) || !/Token|OAuth|Authoriz|Metadata/i.test(path));
		const wanted = [
			...operations,
			...publicEventTypes.map((type) => `/docs/events/${type}`),
			...Object.keys(problems).map((code) => `/docs/errors/${code}`),
		];
		expect(operations.length).toBeGreaterThan(70);
		expect(wanted.filter((path) => !pages.has(path))).toEqual([]);
	});

	it.each([
		["text/markdown", "markdown"],
		["text/markdown, text/html;q=0.9, */*;q=0.8", "markdown"],
		["text/html;q=0.5, Text/Markdown;q=0.6", "markdown"],
		["text/markdown;q=0", "html"],
		["text/markdown;q=0.1, text/html", "html"],
		["text/html,application/xhtml+xml,*/*;q=0.8", "html"],
		["*/*", "html"],
		["application/json", "html"],
	])("answers %s with %s", async (accept, type) => {
		const { headers } = await get("/docs/events", { Accept: accept });
		expect(headers.get("Content-Type")).toBe(`text/${type}; charset=utf-8`);
		expect(headers.get("Vary")).toContain("Accept");
	});

	it("begins llms.txt with the doors for programs: the tools for agents, the API document, the feed", async () => {
		const listed = await (await get("/llms.txt")).text();
		const places = ["/mcp", "/openapi.json", "/v1/events?after_sequence=0", "\n## "].map((door) =>
			listed.indexOf(door),
		);
		expect(places).toEqual([...places].sort((a, b) => a - b));
		expect(places).not.toContain(-1);
	});

	it("has a Markdown twin of each page, by address and by Accept, and llms.txt lists them all", async () => {
		const listed = await (await get("/llms.txt")).text();
		const linked = new Set<string>();
		for (const path of pages.keys()) {
			if (["/", tryItPath].includes(path)) continue;
			const twin = await get(`${path}.md`);
			expect([path, twin.status, twin.headers.get("Content-Type")]).toEqual([
				path,
				200,
				"text/markdown; charset=utf-8",
			]);
			const text = await twin.text();
			expect(text.startsWith("# ")).toBe(true);
			expect(await (await get(path, { Accept: "text/markdown" })).text()).toBe(text);
			expect(listed).toContain(path === "/docs/search" ? `${origin}${path}.md?q=` : `(${origin}${path}.md)`);
			for (const [, link = ""] of text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "").matchAll(/\]\((\/[^)#\s]*)/g))
				linked.add(link);
		}
		expect(linked.size).toBeGreaterThan(100);
		for (const link of linked) if (link !== "/dashboard") expect([link, (await get(link)).status]).toEqual([link, 200]);
		for (const [, link = ""] of listed.matchAll(/\((https:[^)]+)\)/g))
			expect([link, (await get(link.replace(origin, ""))).status]).toEqual([link, 200]);
	}, 60_000);

	it("gives 304 to who has a page, and says that a page differs by Accept", async () => {
		const first = await get("/docs/webhooks");
		const etag = first.headers.get("ETag") ?? "";
		expect(etag).toMatch(/^"[\w-]{22}"$/);
		expect(first.headers.get("Vary")).toContain("Accept");
		for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
			const again = await get("/docs/webhooks", { "If-None-Match": known });
			expect([again.status, await again.text()]).toEqual([304, ""]);
		}
		expect((await get("/docs/webhooks", { "If-None-Match": '"other"' })).status).toBe(200);
	});

	it("names the address at which it is asked, also after it was asked at another", async () => {
		for (const path of ["/openapi.json", "/openapi.yaml", "/llms.txt"]) {
			const tags = new Set<string | null>();
			for (const at of [origin, "https://other.test", origin]) {
				const answer = await exports.default.fetch(new Request(at + path));
				expect(await answer.text()).toContain(at);
				tags.add(answer.headers.get("ETag"));
			}
			expect(tags.size).toBe(2);
		}
	});

	it("runs no script but its own, and stands in no frame", async () => {
		const policy = (await get("/docs")).headers.get("Content-Security-Policy") ?? "";
		expect(policy).toMatch(
			/script-src https:\/\/api\.test\/assets\/docs\.\w{16}\.js https:\/\/api\.test\/assets\/code\.\w{16}\.js https:\/\/api\.test\/assets\/docs-search\.js;/,
		);
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		for (const [path, { html }] of pages) {
			if (path === tryItPath) continue;
			expect(html).not.toMatch(/<script(?![^>]* src=)/);
			expect(html).not.toMatch(/ style=| on\w+=/);
		}
	});

	it("shows code as the Markdown has it, with colours by classes alone", async () => {
		const guides = [...pages].filter(([path]) => /^\/docs\/[\w-]+$/.test(path) && path !== tryItPath);
		expect(guides.length).toBeGreaterThan(10);
		for (const [path, { html }] of guides) {
			const text = await (await get(`${path}.md`)).text();
			const fenced = [...text.matchAll(/^```(.*)\n([\s\S]*?)\n```$/gm)].flatMap(([, kind, code]) =>
				kind === "sequence" ? [] : [code],
			);
			const shown = [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = ""]) =>
				unescaped(
					code
						.replaceAll(/<[^>]+>/g, "")
						.replaceAll("&lt;", "<")
						.replaceAll("&gt;", ">")
						.replaceAll("&#x27;", "'"),
				),
			);
			expect([path, shown.filter((code) => fenced.includes(code))]).toEqual([path, fenced]);
			// A fence that ends with `tabs` is shown in five more languages.
			const more = 5 * [...text.matchAll(/^```.* tabs$/gm)].length;
			expect([path, shown.length]).toEqual([path, fenced.length + more]);
		}
		for (const [path, kinds] of [
			["/docs/webhooks", ["keyword", "string", "number"]],
			["/docs/quick-start", ["variable", "string"]],
			["/docs/events/client.created", ["attr", "string", "literal"]],
		] as const)
			for (const kind of kinds)
				expect([path, kind, pages.get(path)?.html.includes(`class="hl-${kind}"`)]).toEqual([path, kind, true]);
	});

	it("keeps each page under 60 KB compressed", async () => {
		for (const [path, { html }] of [...pages]) {
			if (html.length < 20 * 1024) continue;
			const zipped = new Response(new Blob([html]).stream().pipeThrough(new CompressionStream("gzip")));
			expect([path, (await zipped.arrayBuffer()).byteLength < 60 * 1024]).toEqual([path, true]);
		}
	});

	it("names each column of its tables", () => {
		for (const [path, { html }] of pages) expect([path, /<th[^>]*><\/th>/.test(html)]).toEqual([path, false]);
	});

	it("names the address at which a guide is read in its commands", async () => {
		const commands = {
			"/docs/quick-start.md": `TATTOO_STUDIO_BASE_URL="${origin}"`,
			"/docs/command-line.md": `--base-url ${origin}\n`,
			"/docs/authentication.md": `curl -s "${origin}/v1/me"`,
			"/docs/oauth.md": `curl -s "${origin}/oauth/token"`,
		};
		for (const [path, words] of Object.entries(commands)) expect(await (await get(path)).text()).toContain(words);
		for (const [path, { html }] of pages)
			expect([path, /localhost:8787|api\.example\.com|\$TATTOO_STUDIO_BASE_URL\//.exec(html)?.[0]]).toEqual([
				path,
				undefined,
			]);
		// The answers were recorded elsewhere.
		for (const [path, { html }] of pages)
			if (path.startsWith("/docs/reference/"))
				expect([path, /http:\/\/localhost:\d+/.exec(html)?.[0]]).toEqual([path, undefined]);
		expect(pages.get("/docs/reference/createArtistPicture")?.html).toContain(`&quot;${origin}/pictures/`);
	});

	it("puts the list of a guide's parts into no group of tabs, and not between a sentence and the code that it announces", () => {
		const guides = [...pages].flatMap(([path, { html }]) => {
			const [, beginning] =
				/<div class="beginning">([\s\S]*?)<\/div>(?:<nav class="contents"|<div class="text">)/.exec(html) ?? [];
			return beginning === undefined ? [] : [{ path, beginning }];
		});
		expect(guides.length).toBeGreaterThan(20);
		for (const { path, beginning } of guides)
			expect([path, /<fieldset|:<\/p>$/.exec(beginning.trimEnd())?.[0]]).toEqual([path, undefined]);
	});

	it("says of each part of the reference what it is about, and names it in the menu, too", () => {
		const { html = "" } = pages.get("/docs/reference") ?? {};
		const parts = [...html.matchAll(/<h2 id="[^"]+">([^<]+)<\/h2><p>([^<]+)<\/p>/g)];
		expect(parts.length).toBeGreaterThan(15);
		for (const [, name, words] of parts) expect([name, words]).not.toEqual([name, name]);
		const named = [...html.matchAll(/<li class="part">([^<]+)<\/li>/g)].map(([, name]) => name);
		const names = parts.map(([, name]) => name);
		// The menu for phones, and the one for wide screens
		expect(named).toEqual([...names, ...names]);
	});

	it("shows on its first page a card for each guide, with its outcome and its time, in the order of the menu", async () => {
		const { html = "" } = pages.get("/docs") ?? {};
		const cards = [
			...html.matchAll(/<li><a href="([^"]+)">[^<]+<\/a><span class="time">(\d+) min<\/span><p>([^<]+)<\/p>/g),
		];
		const [, , menu = ""] = /<nav class="side wide-only"[\s\S]*?<\/nav>/.exec(html)?.[0].split("<ul") ?? [];
		const inMenu = [...menu.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path);
		expect(cards.map(([, path]) => path)).toEqual(inMenu);
		expect(partsOfGuides().length).toBeGreaterThan(4);
		const words = { five: 5, ten: 10, fifteen: 15, twenty: 20, half: 30 };
		for (const [, path = "", minutes, outcome = ""] of cards) {
			const guide = await (await get(`${path}.md`)).text();
			const [, told = "", time = ""] =
				/^> \*\*In the end\*\* (.+?\.) .*?(five|ten|fifteen|twenty|half)\b/m.exec(guide) ?? [];
			expect([path, unescaped(outcome).toLowerCase()]).toEqual([path, told.toLowerCase()]);
			expect([path, Number(minutes)]).toEqual([path, words[time as keyof typeof words]]);
		}
	});

	it("leads from each page to all sections, and marks the one of the page", () => {
		const firsts = { Guides: "/docs", Reference: "/docs/reference", Events: "/docs/events", Errors: "/docs/errors" };
		for (const [path, { html }] of pages) {
			if (!path.startsWith("/docs") || path === tryItPath) continue;
			const [, sections = ""] = /<ul class="sections">(.*?)<\/ul>/s.exec(html) ?? [];
			const links = [...sections.matchAll(/<a href="([^"]+)"([^>]*)>([^<]+)</g)];
			expect([path, links.map(([, link, , name]) => [name, link])]).toEqual([
				path,
				[...Object.entries(firsts), ["Changelog", "/docs/changelog"]],
			]);
			const of = Object.entries(firsts).findLast(([, first]) => path === first || path.startsWith(`${first}/`));
			const marked = links.filter(([, , state]) => state).map(([, link, state]) => [link, state]);
			const [, first] = path === "/docs/changelog" ? ["", path] : (of ?? []);
			// The search is in no section.
			if (path === "/docs/search") expect(marked).toEqual([]);
			else expect([path, marked]).toEqual([path, [[first, ` aria-current="${first === path ? "page" : "true"}"`]]]);
		}
	});

	it("says above a title in which section and part the page is", () => {
		for (const [path, place] of [
			["/docs/webhooks", '<a href="/docs">Guides</a> · Events'],
			["/docs/reference/createClient", '<a href="/docs/reference">Reference</a> · Clients'],
			["/docs/events/client.merged", '<a href="/docs/events">Events</a> · Clients'],
			["/docs/errors/conflict", '<a href="/docs/errors">Errors</a> · Records and times'],
		] as const)
			expect(pages.get(path)?.html).toContain(`<p class="place">${place}</p>`);
		expect(pages.get("/docs")?.html).not.toContain('class="place"');
	});

	it("names the method of each operation in the menu, in the list of all operations and on its own page", () => {
		const { html = "" } = pages.get("/docs/reference") ?? {};
		const [menu = ""] = /<nav class="side wide-only"[\s\S]*?<\/nav>/.exec(html) ?? [];
		// The description of an operation leads to those that it names.
		expect(pages.get("/docs/reference/createAppointment")?.html).toMatch(
			/<a href="\/docs\/reference\/listAvailability"><code[^>]*>listAvailability<\/code><\/a>/,
		);
		let count = 0;
		for (const [path, methods] of Object.entries<Record<string, { operationId?: string }>>(document.paths))
			for (const [name, { operationId }] of Object.entries(methods)) {
				if (!operationId) continue;
				const badge = `<span class="method ${name}">${name.toUpperCase()}</span>`;
				const link = `<a href="/docs/reference/${operationId}"`;
				expect([path, new RegExp(`${link}[^>]*><span>(?:(?!</a>).)+</span>${badge}</a>`).test(menu)]).toEqual([
					path,
					true,
				]);
				expect([path, html.includes(`<li>${badge}${link}>`)]).toEqual([path, true]);
				expect([
					path,
					pages.get(`/docs/reference/${operationId}`)?.html.includes(`<p class="address">${badge} <code>`),
				]).toEqual([path, true]);
				count++;
			}
		expect(count).toBeGreaterThan(80);
	});

	it("says the fields of errors of OAuth once on a page, and keeps an anchor for each status", () => {
		const counts = ["exchangeToken", "introspectToken", "revokeToken", "getOAuthMetadata"].map((id) => {
			const { html = "", anchors } = pages.get(`/docs/reference/${id}`) ?? {};
			const responses = Object.values<Record<string, { operationId?: string; responses: object }>>(document.paths)
				.flatMap((methods) => Object.values(methods))
				.find(({ operationId }) => operationId === id)?.responses;
			const statuses = Object.keys(responses ?? {});
			for (const status of statuses)
				expect([id, status, anchors?.has(`answer-${status.toLowerCase()}`)]).toEqual([id, status, true]);
			expect(html.match(/>error_<wbr>description</g)).toHaveLength(1);
			return statuses.length;
		});
		expect(Math.max(...counts)).toBeGreaterThan(6);
	});

	it("shows the answer to a first request, which is no dry run and finds no record", async () => {
		for (const [id, answer] of [
			["createImport", 'Answer 202:\n\n```json\n{\n  "object": "import"'],
			["createImport", '"status": "PENDING"'],
			["automationFindOrCreateClient", "Answer 201:"],
			["getClient", "Answer 200:"],
			["eraseClient", "Answer 200:"],
		] as const)
			expect([id, await (await get(`/docs/reference/${id}.md`)).text()]).toEqual([id, expect.stringContaining(answer)]);
	});

	it("shows the fields of an answer that is an array", async () => {
		for (const [id, field] of [
			["automationSearchClient", "first_name"],
			["listTriggeredNewClient", "id"],
		]) {
			const { html = "", anchors } = pages.get(`/docs/reference/${id}`) ?? {};
			expect([id, html.includes("An array of objects"), anchors?.has(`answer-200.${field}`)]).toEqual([id, true, true]);
			const text = await (await get(`/docs/reference/${id}.md`)).text();
			const [, fields] = text.split("An array of objects with these fields:\n\n");
			expect([id, fields]).toEqual([id, expect.stringContaining(`- \`${field}\``)]);
		}
	});

	it("leads from each operation to others of its resource", () => {
		const { html = "" } = pages.get("/docs/reference/createClient") ?? {};
		const [, related = ""] = html.split('<h2 id="related">');
		expect([...related.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link)).toEqual(
			expect.arrayContaining(["/docs/reference/listClients", "/docs/reference/getClient"]),
		);
	});

	it("lists events by their records, and errors by their causes, in the menu in the same order", () => {
		for (const [path, count] of [
			["/docs/events", publicEventTypes.length],
			["/docs/errors", Object.keys(problems).length],
		] as const) {
			const { html = "" } = pages.get(path) ?? {};
			const [before = "", main = ""] = html.split("<main");
			const linksIn = (text: string) =>
				[...text.matchAll(/<li>(?:<span[^>]*>\d+<\/span>)?<a href="(\/docs\/(?:events|errors)\/[^"]+)"/g)].map(
					([, link]) => link,
				);
			const partsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
			const menu = before.slice(before.lastIndexOf("<nav"));
			expect(new Set(linksIn(main)).size).toBe(count);
			expect(linksIn(menu)).toEqual(linksIn(main));
			const parts = partsIn(main, /<h2 id="[^"]+">([^<]+)</g);
			expect(parts.length).toBeGreaterThan(5);
			expect(partsIn(menu, /<li class="part">([^<]+)</g)).toEqual(parts);
		}
		const { html = "" } = pages.get("/docs/errors/slot_unavailable") ?? {};
		expect(html).toMatch(/aria-current="page"><span>slot_<wbr>unavailable<\/span><span class="status">409<\/span>/);
	});

	it("breaks no option of a command after its hyphens", () => {
		const { html = "" } = pages.get("/docs/command-line") ?? {};
		expect(html).toContain('<span class="whole">--forward-to</span> localhost:3000/webhooks</code>');
		expect(html).toContain('client.created <span class="whole">--set</span> first_name=Ada');
	});

	it("lets a long name go on in the next line after a dot, after an underscore or before a slash, and nowhere else", () => {
		expect(pages.get("/docs/events/form_submission.created")?.html).toContain(
			"<h1>form_<wbr>submission.<wbr>created</h1>",
		);
		expect(pages.get("/docs/handling-errors")?.html).toContain('<code class="whole">slot_<wbr>unavailable</code>');
		expect(pages.get("/docs/reference")?.html).toContain(
			"<code>/v1<wbr>/artists<wbr>/{artist_id}<wbr>/working_hours</code>",
		);
		expect(pages.get("/docs/webhooks")?.html).toContain("<code>t=&lt;unix seconds&gt;,v1=&lt;hex&gt;</code>");
	});

	it("is what the guides, the API document, the events and the errors say now", async () => {
		const all = [...documentationFiles()];
		const stale = await Promise.all(
			all.map(async ([path, made]) => {
				const file = await env.FILES.fetch(origin + path);
				return new TextDecoder().decode(await file.arrayBuffer()) === made() ? [] : [path];
			}),
		);
		expect(stale.flat()).toEqual([]);
	});

	it("finds a page by its words without a script", async () => {
		const file = await env.FILES.fetch(`${origin}/docs/search.json`);
		const index: SearchSections = await file.json();
		// The front page, the page of the search and the one that tries requests are in no list.
		expect(index.pages.length).toBe(pages.size - 3);
		const { html, links } = pageOf(await (await get("/docs/search?q=slot_unavailable")).text());
		expect(links).toContain("/docs/errors/slot_unavailable");
		// In the menu, in the list beside the page and in the page itself.
		expect(html.match(/value="slot_unavailable"/g)).toHaveLength(3);
		expect(html).toMatch(/(One page has|\d+ pages have) “slot_unavailable”\./);
		const [, , , description] = index.pages.find(([path]) => path === "/docs/errors/slot_unavailable") ?? [];
		expect(description?.length).toBeGreaterThan(10);
		expect(unescaped(html.slice(html.indexOf("<main")))).toContain(description);
		for (const link of links) if (link !== "/") expect([link, (await get(link)).status]).toEqual([link, 200]);
		expect(await (await get("/docs/search?q=%3Czzzq%3E")).text()).toContain(
			"Nothing found for “&lt;zzzq&gt;”. Try fewer words.",
		);
	});

	it("asks for words where none were typed, and does not say that nothing was found", async () => {
		for (const path of ["/docs/search", "/docs/search?q=", "/docs/search?q=%20"]) {
			const { html } = pageOf(await (await get(path)).text());
			expect(html).toMatch(/<main(?:(?!<\/main>).)*action="\/docs\/search"/s);
			expect(html).not.toContain("Nothing found");
		}
	});

	it("sends the index of the search as the static file that it is, and not again to who has it", async () => {
		const index = await get("/docs/search.json");
		const [type, tag = ""] = ["Content-Type", "ETag"].map((name) => index.headers.get(name) ?? "");
		expect(type).toMatch(/^application\/json/);
		expect((await index.arrayBuffer()).byteLength).toBeLessThan(288 * 1024);
		const file = await env.FILES.fetch(`${origin}/docs/search.json`);
		expect(tag).toBe(file.headers.get("ETag"));
		await file.body?.cancel();
		const again = await get("/docs/search.json", { "If-None-Match": tag });
		expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
	});

	it("names the address at which the service is, and none that only the build knew", async () => {
		const texts = await Promise.all(
			["/openapi.json", "/openapi.yaml", "/llms.txt", "/docs/changelog.xml", "/docs/events/client.created"].map(
				async (path) => [path, await (await get(path)).text()] as const,
			),
		);
		for (const [path, text] of texts) expect([path, text.includes(origin)]).toEqual([path, true]);
		for (const [path, text] of [...texts, ...[...pages].map(([path, { html }]) => [path, html] as const)])
			expect([path, /(service|documentation)\.invalid/.test(text)]).toEqual([path, false]);
	});

	it("answers an address that does not exist as every unknown route", async () => {
		for (const path of ["/docs/errors/nope", "/docs/nope", "/docs/nope.md", "/docs/events/nope.schema.json"]) {
			for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.9"]) {
				const response = await get(path, { Accept: accept });
				expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
			}
			expect((await get(path)).headers.get("Content-Type")).toBe("application/problem+json");
		}
	});

	it.each([
		["/docs/webhook", "/docs/webhooks"],
		["/docs/idempotency", "/docs/idempotency-and-retries"],
		["/docs/errors/slot-unavailable", "/docs/errors/slot_unavailable"],
		["/docs/reference/createAppointments", "/docs/reference/createAppointment"],
		["/docs/events/client_created", "/docs/events/client.created"],
	])("names pages whose address is like one that does not exist: %s", async (path, similar) => {
		const main = (await (await get(path, browser)).text()).split("<main")[1] ?? "";
		const { links } = pageOf(main.split("<search")[0] ?? "");
		expect(links).toContain(similar);
		expect(links.length).toBeLessThan(6);
	});

	it("names no page where none is alike, and takes any address", async () => {
		for (const path of ["/docs/qqqq", `/docs/${"a".repeat(1500)}`, "/docs/%3Cscript%3E", "/docs/..%2f"])
			expect(await (await get(path, browser)).text()).not.toContain("Did you mean");
	});

	it("leads a person on from an address that does not exist, with its search", async () => {
		for (const path of ["/docs/nope", "/docs/errors/nope", "/docs/events/nope"]) {
			const response = await get(path, browser);
			expect([path, response.status, response.headers.get("Content-Type")]).toEqual([
				path,
				404,
				"text/html; charset=UTF-8",
			]);
			expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
			expect(response.headers.get("RateLimit-Limit")).toBe("60");
			const { html, links } = pageOf(await response.text());
			expect(html).toContain("<h1>Page not found</h1>");
			expect(html).toMatch(/<main(?:(?!<\/main>).)*action="\/docs\/search"/s);
			expect(links).toEqual(expect.arrayContaining(["/docs/quick-start", "/docs", "/dashboard"]));
		}
	});
});

describe("an address that does not exist elsewhere", () => {
	const paths = ["/nothing-here/x", "/nope/nope/nope", "/nope/book", "/sign_in/x", "/openapi.json/nope", "/v2/clients"];

	/** Each request has an address of its own, so that the requests of the other tests leave it its limit. */
	const ask = (path: string, headers: Record<string, string>, method = "GET"): Promise<Response> =>
		exports.default.fetch(
			new Request(origin + path, { method, headers: { ...headers, "CF-Connecting-IP": newAddress() } }),
		);

	it("shows a browser the page that an address of one part has, with the headers of an unknown route", async () => {
		const one = await (await ask("/nothing-here", browser)).text();
		expect(one).toContain("<h1>Nothing to book here</h1>");
		const withoutNonces = (html: string) => html.replaceAll(/nonce="\w+"/g, "");
		for (const path of paths) {
			const response = await ask(path, browser);
			const { status, headers } = response;
			expect([path, status, headers.get("Content-Type")]).toEqual([path, 404, "text/html; charset=UTF-8"]);
			expect(withoutNonces(await response.text())).toBe(withoutNonces(one));
			expect(headers.get("X-Request-ID")).toMatch(/^req_/);
			expect(headers.get("RateLimit-Limit")).toBe("60");
			expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
		}
	});

	it("is a problem for a program, for another method, and for everybody where only programs ask", async () => {
		const ofPrograms = ["/v1", "/admin", "/oauth", "/.well-known"].flatMap((path) => [
			...[path, `${path}/nope`, `${path}/book/nope`],
		]);
		for (const [path, accepted, method] of [
			...paths.map((path) => [path, { Accept: "application/json" }] as const),
			...paths.map((path) => [path, { Accept: "*/*" }] as const),
			...paths.map((path) => [path, browser, "POST"] as const),
			...[...ofPrograms, "/mcp/nope"].map((path) => [path, browser] as const),
		]) {
			const { status, headers } = await ask(path, accepted, method);
			expect([path, status, headers.get("Content-Type")]).toEqual([path, 404, "application/problem+json"]);
		}
	});
});

describe("a file that a guide shows", () => {
	it("can be fetched as it stands there", async () => {
		const guide = await (await get("/docs/quick-start.md")).text();
		const file = await get("/docs/files/receiver.mjs");
		expect(file.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		const text = await file.text();
		expect(text).toContain("isGenuine");
		expect(guide).toContain(`\`\`\`js file=receiver.mjs\n${text}\`\`\``);
		expect(pages.get("/docs/quick-start")?.links).toContain("/docs/files/receiver.mjs");
		expect((await get("/docs/files/other.mjs")).status).toBe(404);
	});
});

describe("the page of an error", () => {
	it("shows an example with the fields of that error", async () => {
		for (const code of Object.keys(problems)) {
			const text = await (await get(`/docs/errors/${code}.md`)).text();
			const [, json = ""] = /```json\n([\s\S]*?)\n```/.exec(text) ?? [];
			expect(JSON.parse(json)).toMatchObject({ code, type: `${origin}/docs/errors/${code}` });
		}
		const [taken, used] = await Promise.all(
			["slot_unavailable", "duplicate_email"].map(async (code) => (await get(`/docs/errors/${code}.md`)).text()),
		);
		expect(taken).toContain('"suggested_slots"');
		expect(used).toContain('"existing_id"');
	});
});

describe("the operations that answer with an error", () => {
	it("are on its page where they are few, with their methods, and in its Markdown", async () => {
		const answering = (code: string) =>
			[...pages].flatMap(([path, { html }]) => {
				const [, errors = ""] = html.split('<h2 id="errors">');
				return path.startsWith("/docs/reference/") && errors.includes(`href="/docs/errors/${code}"`) ? [path] : [];
			});
		for (const [code, count] of [
			["slot_unavailable", 1],
			["duplicate_email", 1],
			["invalid_api_key", 0],
		] as const) {
			const { html = "" } = pages.get(`/docs/errors/${code}`) ?? {};
			const [, list = ""] = html.split('<h2 id="operations">');
			const links = [...list.matchAll(/<li><span class="method \w+">[A-Z]+<\/span><a href="([^"]+)"/g)].map(
				([, link]) => link,
			);
			expect([code, links.length >= count]).toEqual([code, true]);
			expect([code, links.sort()]).toEqual([code, count === 0 ? [] : answering(code).sort()]);
			const text = await (await get(`/docs/errors/${code}.md`)).text();
			expect([code, text.match(/^- \[.*\]\(\/docs\/reference\//gm)?.length ?? 0]).toEqual([code, links.length]);
		}
	});
});

describe("the page of an event", () => {
	it("says why somebody gets it, and shows one", async () => {
		const reasons = new Set<string>();
		for (const type of publicEventTypes) {
			const text = await (await get(`/docs/events/${type}.md`)).text();
			const [, reason = ""] = /^## Why would I get this\?\n\n(.+)$/m.exec(text) ?? [];
			expect(reason.length, `the reason of ${type}: a sentence of more than 40 letters`).toBeGreaterThan(40);
			reasons.add(reason);
			const [, json = ""] = /## Example\n\n```json\n([\s\S]*?)\n```/.exec(text) ?? [];
			expect(JSON.parse(json).type).toBe(type);
		}
		expect(reasons.size).toBe(publicEventTypes.length);
	});
});

describe("the page that tries requests", () => {
	const address = `/assets/scalar.${scalar.version}.js`;

	it("alone loads Scalar, and its policy names no other origin", async () => {
		const loading = [...pages].filter(([, { html }]) => html.includes("scalar")).map(([path]) => path);
		expect(loading).toEqual([tryItPath]);
		const policies = await Promise.all(
			["/", "/docs", "/docs/search", "/docs/reference", tryItPath].map(async (path) => {
				const policy = (await get(path)).headers.get("Content-Security-Policy") ?? "";
				return [
					path,
					policy.includes(address),
					[...policy.matchAll(/https?:\/\/[^/ ]+/g)].every(([at]) => at === origin),
				];
			}),
		);
		expect(policies.filter(([, names]) => names)).toEqual([[tryItPath, true, true]]);
		expect(policies.every(([, , own]) => own)).toBe(true);
	});

	it("gets the very file that it names, and nothing else that lies beside it", async () => {
		const file = await get(address);
		expect(file.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
		expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
		const hash = createHash("sha384")
			.update(Buffer.from(await file.arrayBuffer()))
			.digest("base64");
		expect(`sha384-${hash}`).toBe(scalar.integrity);
		expect(pages.get(tryItPath)?.html).toContain(`integrity="${scalar.integrity}"`);
		for (const path of ["/scalar/standalone.js", "/scalar/LICENSE", "/README.md", "/vendor/README.md", "/try-it.html"])
			expect([path, (await get(path)).status]).toEqual([path, 404]);
	});
});

describe("the schema of an event", () => {
	it("takes the event as it is sent, test sends included, and refuses others", async () => {
		for (const type of publicEventTypes) {
			const response = await get(`/docs/events/${type}.schema.json`);
			expect(response.headers.get("Content-Type")).toBe("application/schema+json");
			const validator = new Validator((await response.json()) as Schema, "2020-12");
			const [, json = ""] = /```json\n([\s\S]*?)\n```/.exec(await (await get(`/docs/events/${type}.md`)).text()) ?? [];
			const event = JSON.parse(json);
			expect([type, validator.validate(event).valid]).toEqual([type, true]);
			const { sequence: _, ...unnumbered } = event;
			expect(validator.validate({ ...unnumbered, test: true }).valid).toBe(true);
			expect(validator.validate({ ...event, type: "other.type" }).valid).toBe(false);
			expect(validator.validate({ ...event, data: null }).valid).toBe(false);
		}
	});
});

describe("the changelog", () => {
	it("is dated, the newest first, and has a feed with the days of the page and no other", async () => {
		const page = await (await get("/docs/changelog.md")).text();
		const dates = [...page.matchAll(/^## (.+)$/gm)].map(([, date = ""]) => date);
		expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))).toBe(true);
		expect([...dates].sort().reverse()).toEqual(dates);
		const feed = await get("/docs/changelog.xml");
		expect(feed.headers.get("Content-Type")).toContain("application/atom+xml");
		const text = await feed.text();
		const inFeed = [...text.matchAll(/<entry><id>[^<]+#([^<]+)<\/id><title>([^<]+)<\/title>/g)];
		expect(inFeed.map(([, ...names]) => names)).toEqual(dates.map((date) => [date, date]));
		const shown = [...(pages.get("/docs/changelog")?.html ?? "").matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/g)];
		expect(shown.map(([, ...names]) => names)).toEqual(dates.map((date) => [date, date]));
		expect(text).toContain(`<updated>${dates[0]}T00:00:00Z</updated>`);
		expect(text.replaceAll(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
	});

	it("folds each day but the newest, keeps its anchor, and tells the changes for operators from the others", async () => {
		const page = await (await get("/docs/changelog.md")).text();
		const { html = "" } = pages.get("/docs/changelog") ?? {};
		const shown = html.split('<details class="log-day"').slice(1);
		const days = page.split(/^## /m).slice(1);
		expect(shown.length).toBe(days.length);
		expect(page).not.toMatch(/^- (?:For operators|Operators[^:])/m);
		for (const [n, day] of shown.entries()) {
			const written = (days[n] ?? "").split("\n");
			const [, state, date] = /^( open="")?><summary><h2 id="([^"]+)">/.exec(day) ?? [];
			expect([date, state !== undefined]).toEqual([written[0], n === 0]);
			const [, ofOperators = ""] = day.split("<h3>For operators</h3>");
			const count = (text: string) => text.match(/<li>/g)?.length ?? 0;
			expect([date, count(day)]).toEqual([date, written.filter((line) => line.startsWith("- ")).length]);
			expect([date, count(ofOperators.split("</details>")[0] ?? "")]).toEqual([
				date,
				written.filter((line) => line.startsWith("- Operators: ")).length,
			]);
		}
	});
});
