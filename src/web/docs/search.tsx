import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../../platform/http/request/app-env.ts";
import { DocumentationPage } from "./page.tsx";
import { indexPath, readIndex } from "./read-index.ts";
import { PageSearch } from "./search-form.tsx";
import { found, type SearchEntry } from "./search-index.ts";
import { htmlType, pagePolicy, sendCached } from "./send.ts";

/** The search with a script, which reads the index, and without one. */
export const search = new Hono<AppEnv>();

/** The static file itself, with the tag that it has there. */
search.get(indexPath, async (c) => {
	const known = c.req.header("If-None-Match");
	const file = await c.env.FILES.fetch(
		new URL(indexPath, c.req.url),
		known ? { headers: { "If-None-Match": known } } : {},
	);
	return new Response(file.body, file);
});

search.get("/docs/search", async (c) => {
	const index = await readIndex(c);
	const typed = (c.req.query("q") ?? "").trim();
	const page = { path: "/docs/search", title: "Search", section: "Guides" } as const;
	const content = (
		<DocumentationPage page={page} pages={index} description="What was found." typed={typed}>
			<h1>Search</h1>
			<PageSearch id="search-here" typed={typed} />
			{typed && <Found entries={found(index, typed)} typed={typed} />}
		</DocumentationPage>
	);
	return sendCached(c, String(await html`<!doctype html>${content}`), htmlType, pagePolicy(c));
});

const Found = ({ entries, typed }: { entries: SearchEntry[]; typed: string }) =>
	entries.length === 0 ? (
		<p>Nothing found for “{typed}”. Try fewer words.</p>
	) : (
		<>
			<p>
				{entries.length === 1 ? "One page has" : `${entries.length} pages have`} “{typed}”.
			</p>
			<ul>
				{entries.map(({ path, title, section, description }) => (
					<li>
						<a href={path}>{title}</a> <span class="dim">{section}</span>
						<br />
						{description}
					</li>
				))}
			</ul>
		</>
	);
