import { raw } from "hono/html";
import { stringify } from "yaml";
import { asyncApiDocument } from "../../api/openapi/asyncapi.ts";
import { apiDocument } from "../../api/openapi/document.ts";
import { operatorDocument } from "../../api/openapi/operator-document.ts";
import { publicEventTypes } from "../../domain/events/catalogue/event-types.ts";
import type { ApiDocument } from "./content/api-document.ts";
import { changelogFeed, changelogPage } from "./content/changelog.ts";
import { describedOperations } from "./content/described-operations.ts";
import { apiCatalog, robots, sitemap } from "./content/discovery.ts";
import type { DocPage } from "./content/doc-page.ts";
import { errorPages } from "./content/errors.ts";
import { eventPages, eventSchema } from "./content/events.ts";
import { guideFiles, guides } from "./content/guides.ts";
import { llmsText } from "./content/llms.ts";
import { referencePages } from "./content/reference.ts";
import { servedDocument } from "./content/served-document.ts";
import { FrontDoor } from "./front-door/front-door.tsx";
import { GuideFrame } from "./guide/guide-frame.tsx";
import { DocsLayout } from "./layout/docs-layout.tsx";
import { htmlOf } from "./layout/markdown.ts";
import { searchSections } from "./search/search-sections.ts";
import { placeholders } from "./sending/addresses.ts";
import { frameFile, gaps, operatorDocumentFile, tryItFile } from "./sending/built-assets.ts";
import { docsStyleText } from "./style.ts";
import { TryItPage } from "./try-it/try-it-page.tsx";

const { origin, docsUrl } = placeholders;

/**
 * `scripts/build.mjs` calls the function of each path before the Worker is bundled, so that the Worker only sends files
 * (`routes.ts`).
 */
export function documentationFiles(): ReadonlyMap<string, () => string> {
	const openApi = apiDocument(origin, docsUrl);
	const document = openApi as unknown as ApiDocument;
	const served = servedDocument(openApi);
	const pages = [
		...guides,
		...referencePages(document),
		...eventPages(document),
		...errorPages(document, docsUrl),
		changelogPage,
	];
	return new Map([
		["/index.html", () => page(<FrontDoor />)],
		[tryItFile, () => page(<TryItPage />)],
		[frameFile, () => page(<Frame pages={pages} />)],
		...pages.flatMap((one): [string, () => string][] => [
			[`${one.path}.html`, () => page(<RenderedPage page={one} pages={pages} />)],
			[`${one.path}.md`, () => one.markdown],
		]),
		...publicEventTypes.map((type): [string, () => string] => [
			`/docs/events/${type}.schema.json`,
			() => JSON.stringify(eventSchema(document, type), null, 2),
		]),
		...[...guideFiles()].map(([name, text]): [string, () => string] => [`/docs/files/${name}`, () => text]),
		["/docs.css", () => docsStyleText],
		["/docs/search.json", () => JSON.stringify(searchSections(pages))],
		["/docs/changelog.xml", () => changelogFeed(origin)],
		["/.well-known/api-catalog", () => JSON.stringify(apiCatalog(origin))],
		["/robots.txt", () => robots(origin)],
		["/sitemap.xml", () => sitemap(pages, origin)],
		...describedOperations(document),
		["/llms.txt", () => llmsText(pages, origin)],
		["/openapi.json", () => JSON.stringify(served)],
		[operatorDocumentFile, () => JSON.stringify(operatorDocument(origin, docsUrl))],
		["/asyncapi.json", () => JSON.stringify(asyncApiDocument(openApi, placeholders))],
		["/openapi.yaml", () => stringify(served, { aliasDuplicateObjects: false, lineWidth: 0 })],
	]);
}

const page = (content: unknown): string => `<!doctype html>${content}`;

const RenderedPage = ({ page, pages }: { page: DocPage; pages: readonly DocPage[] }) => (
	<DocsLayout page={page} pages={pages} description={page.description} hasMarkdown>
		{page.content ??
			(guides.includes(page) ? <GuideFrame page={page} guides={guides} html={htmlOf(page)} /> : raw(htmlOf(page)))}
	</DocsLayout>
);

/** Only a request can make the pages in this frame. */
const Frame = ({ pages }: { pages: readonly DocPage[] }) => (
	<DocsLayout
		page={{ path: "", title: gaps.title, section: "Guides" }}
		pages={pages}
		description={gaps.description}
		query={gaps.query}
	>
		{raw(gaps.content)}
	</DocsLayout>
);
