import { Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { docsStylePath, searchScriptPath } from "../sending/built-assets.ts";
import { framed } from "../sending/framed-page.ts";
import { htmlType, markdownType, pagePolicy, sendCacheable, sendFile } from "../sending/send.ts";
import { PageSearch } from "./search-form.tsx";
import { findPages, readSearchIndex, type SearchPage, searchIndexPath } from "./search-index.ts";

export const search = new Hono<AppEnv>();

search.get(
	docsStylePath,
	async (c, next) => (await sendFile(c, "/docs.css", "text/css; charset=utf-8")) ?? (await next()),
);

search.get(
	searchScriptPath,
	async (c, next) => (await sendFile(c, "/docs-search.js", "text/javascript; charset=utf-8")) ?? (await next()),
);

/** Sends the static file itself, with its own ETag. */
search.get(searchIndexPath, async (c) => {
	const known = c.req.header("If-None-Match");
	const file = await c.env.FILES.fetch(
		new URL(searchIndexPath, c.req.url),
		known ? { headers: { "If-None-Match": known } } : {},
	);
	return new Response(file.body, file);
});

search.get("/docs/search", async (c) => {
	const mediaType = accepts(c, { header: "Accept", supports: ["text/html", "text/markdown"], default: "text/html" });
	return mediaType === "text/markdown" ? await sendMarkdown(c, { Vary: "Accept" }) : await sendPage(c);
});

search.get("/docs/search.md", (c) => sendMarkdown(c));

const queryOf = (c: AppContext): string => (c.req.query("q") ?? "").slice(0, 200).trim();

async function sendPage(c: AppContext): Promise<Response> {
	const query = queryOf(c);
	const found = findPages(await readSearchIndex(c), query);
	const content = (
		<>
			<h1>Search</h1>
			<PageSearch id="search-here" query={query} />
			{query && <Results pages={found} query={query} />}
		</>
	);
	const page = await framed(c, { title: "Search", description: "The results of the search.", query, content });
	return sendCacheable(c, page, htmlType, { ...pagePolicy(c), Vary: "Accept" });
}

async function sendMarkdown(c: AppContext, headers?: Record<string, string>): Promise<Response> {
	const query = queryOf(c);
	const found = findPages(await readSearchIndex(c), query);
	const summary = query ? asText(summaryOf(found, query)) : "Add `?q=` with the words to this address.";
	const list = found.map(({ path, title, description }) => `- [${title}](${path}): ${description}\n`);
	return sendCacheable(c, `# Search\n\n${summary}\n\n${list.join("")}`, markdownType, headers);
}

/** The marks of Markdown in what somebody typed stay characters, and its lines are one. */
const asText = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");

const summaryOf = (pages: readonly SearchPage[], query: string): string =>
	pages.length === 0
		? `Nothing found for “${query}”. Try fewer words.`
		: `${pages.length === 1 ? "One page has" : `${pages.length} pages have`} “${query}”.`;

const Results = ({ pages, query }: { pages: readonly SearchPage[]; query: string }) => (
	<>
		<p>{summaryOf(pages, query)}</p>
		{pages.length > 0 && (
			<ul class="results">
				{pages.map(({ path, title, section, description }) => (
					<li>
						<a href={path}>{title}</a> <span class="dim">{section}</span>
						<br />
						<Breakable text={description} />
					</li>
				))}
			</ul>
		)}
	</>
);
