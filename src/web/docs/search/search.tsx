import { Hono } from "hono";
import type { AppEnv } from "../../../platform/http/request/app-env.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { docsStylePath, searchScriptPath } from "../sending/built-assets.ts";
import { framed } from "../sending/framed-page.ts";
import { htmlType, pagePolicy, sendCacheable, sendFile } from "../sending/send.ts";
import { readSearchIndex } from "./read-index.ts";
import { PageSearch } from "./search-form.tsx";
import { findPages, type SearchEntry } from "./search-index.ts";

/** The search: the index for browsers with scripts, and a page of results for those without. */
export const search = new Hono<AppEnv>();

search.get(
	docsStylePath,
	async (c, next) => (await sendFile(c, "/docs.css", "text/css; charset=utf-8")) ?? (await next()),
);

const searchIndexPath = "/docs/search.json";

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
	const index = await readSearchIndex(c);
	const query = (c.req.query("q") ?? "").trim();
	const content = (
		<>
			<h1>Search</h1>
			<PageSearch id="search-here" query={query} />
			{query && <Results entries={findPages(index, query)} query={query} />}
		</>
	);
	const page = await framed(c, { title: "Search", description: "The results of the search.", query, content });
	return sendCacheable(c, page, htmlType, pagePolicy(c));
});

const Results = ({ entries, query }: { entries: SearchEntry[]; query: string }) =>
	entries.length === 0 ? (
		<p>Nothing found for “{query}”. Try fewer words.</p>
	) : (
		<>
			<p>
				{entries.length === 1 ? "One page has" : `${entries.length} pages have`} “{query}”.
			</p>
			<ul class="results">
				{entries.map(({ path, title, section, description }) => (
					<li>
						<a href={path}>{title}</a> <span class="dim">{section}</span>
						<br />
						<Breakable text={description} />
					</li>
				))}
			</ul>
		</>
	);
