import { Hono } from "hono";
import { html } from "hono/html";
import { type PublicEventType, publicEventTypes } from "../db/tables/data/events.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { docsUrl } from "../http/respond.ts";
import { docsScript } from "../pages/assets.ts";
import { changelogFeed } from "./changelog.ts";
import type { DocPage } from "./doc-page.ts";
import { eventSchema } from "./events.ts";
import { guideFiles } from "./guides.ts";
import { Home } from "./home.tsx";
import { DocumentationPage, htmlOf } from "./render.tsx";
import { htmlType, policy, sendCached } from "./send.ts";
import { llmsText, searchIndex, siteAt } from "./site.ts";
import { tryIt } from "./try-it.tsx";

/** What an integrator reads (contract: Documentation 3). Nothing here reads a database or asks who comes. */
export const docs = new Hono<AppEnv>();

const siteOf = (c: AppContext) => siteAt(new URL(c.req.url).origin, docsUrl(c));

/** Browsers keep the pages, so their script is named by its address. */
const policyOf = (c: AppContext) =>
	policy(["style-src 'self'", "img-src 'self'", `script-src ${new URL(c.req.url).origin}${docsScript.path}`]);

const markdownType = "text/markdown; charset=utf-8";

/** The HTML of pages that were asked for, by path. */
const rendered = new Map<string, { page: DocPage; text: string }>();

async function sendPage(c: AppContext, page: DocPage): Promise<Response> {
	let kept = rendered.get(page.path);
	if (kept?.page !== page) {
		const content = <DocumentationPage page={page} pages={siteOf(c).pages} content={htmlOf(page)} />;
		kept = { page, text: String(await html`<!doctype html>${content}`) };
		rendered.set(page.path, kept);
	}
	return sendCached(c, kept.text, htmlType, { ...policyOf(c), Vary: "Accept" });
}

docs.route("/", tryIt);

docs.get("/", async (c) => sendCached(c, String(await html`<!doctype html>${<Home />}`), htmlType, policyOf(c)));

docs.get("/llms.txt", (c) =>
	sendCached(c, llmsText(siteOf(c), new URL(c.req.url).origin), "text/plain; charset=utf-8"),
);

docs.get("/docs/files/:name", async (c, next) => {
	const text = guideFiles().get(c.req.param("name"));
	return text === undefined ? await next() : sendCached(c, text, "text/plain; charset=utf-8");
});

docs.get("/docs/search.json", (c) => sendCached(c, JSON.stringify(searchIndex(siteOf(c))), "application/json"));

docs.get("/docs/search", async (c) => {
	const words = (c.req.query("q") ?? "").slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean);
	const found = searchIndex(siteOf(c)).filter(
		(entry) => words.length > 0 && words.every((word) => entry.words.includes(word)),
	);
	const lines = found.slice(0, 50).map(({ path, title, section }) => `- [${title}](${path}) (${section})`);
	const page: DocPage = {
		path: "/docs/search",
		title: "Search",
		description: "What was found.",
		section: "Guides",
		markdown: `# Search\n\n${lines.length > 0 ? lines.join("\n") : "Nothing found. Try fewer words."}\n`,
	};
	const content = <DocumentationPage page={page} pages={siteOf(c).pages} content={htmlOf(page)} />;
	return sendCached(c, String(await html`<!doctype html>${content}`), htmlType, policyOf(c));
});

docs.get("/docs/changelog.xml", (c) =>
	sendCached(c, changelogFeed(new URL(c.req.url).origin), "application/atom+xml; charset=utf-8"),
);

const schemaPath = /^\/docs\/events\/([a-z_.]+)\.schema\.json$/;

for (const path of ["/docs", "/docs.md", "/docs/*"]) docs.get(path, show);

async function show(c: AppContext, next: () => Promise<void>): Promise<Response | undefined> {
	const { pathname } = new URL(c.req.url);
	const { document, byPath } = siteOf(c);
	const [, type] = schemaPath.exec(pathname) ?? [];
	if (type && (publicEventTypes as readonly string[]).includes(type))
		return sendCached(
			c,
			JSON.stringify(eventSchema(document, type as PublicEventType), null, 2),
			"application/schema+json",
			{
				"Access-Control-Allow-Origin": "*",
			},
		);
	const twin = pathname.endsWith(".md") ? byPath.get(pathname.slice(0, -3)) : undefined;
	if (twin) return sendCached(c, twin.markdown, markdownType);
	const page = byPath.get(pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname);
	if (!page) {
		await next();
		return undefined;
	}
	if (/\btext\/markdown\b/.test(c.req.header("Accept") ?? ""))
		return sendCached(c, page.markdown, markdownType, { Vary: "Accept" });
	return await sendPage(c, page);
}
