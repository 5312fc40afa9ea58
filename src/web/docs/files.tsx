import { raw } from "hono/html";
import { stringify } from "yaml";
import { apiDocument } from "../../api/openapi/document.ts";
import { publicEventTypes } from "../../platform/db/tables/data/events.ts";
import { marks } from "./addresses.ts";
import { changelogFeed, changelogPage } from "./changelog.ts";
import type { DocPage } from "./doc-page.ts";
import { errorPages } from "./errors.ts";
import { eventPages, eventSchema } from "./events.ts";
import { guideFiles, guides } from "./guides.ts";
import { Home } from "./home.tsx";
import { llmsText } from "./llms.ts";
import { htmlOf } from "./markdown.ts";
import { DocumentationPage } from "./page.tsx";
import { type ApiDocument, referencePages } from "./reference.ts";
import { searchIndex } from "./search-index.ts";

const { origin, docsUrl } = marks;

/**
 * The whole documentation, by the path of each file. `scripts/build.mjs` makes it before the Worker is bundled, so that
 * the Worker only sends files (`routes.tsx`).
 */
export function documentationFiles(): ReadonlyMap<string, string> {
	const described = apiDocument(origin, docsUrl);
	const document = described as unknown as ApiDocument;
	const pages = [
		...guides,
		...referencePages(document),
		...eventPages(document),
		...errorPages(docsUrl),
		changelogPage,
	];
	return new Map([
		["/index.html", page(<Home />)],
		...pages.flatMap((one): [string, string][] => [
			[`${one.path}.html`, page(<Whole page={one} pages={pages} />)],
			[`${one.path}.md`, one.markdown],
		]),
		...publicEventTypes.map((type): [string, string] => [
			`/docs/events/${type}.schema.json`,
			JSON.stringify(eventSchema(document, type), null, 2),
		]),
		...[...guideFiles()].map(([name, text]): [string, string] => [`/docs/files/${name}`, text]),
		["/docs/search.json", JSON.stringify(searchIndex(pages))],
		["/docs/changelog.xml", changelogFeed(origin)],
		["/llms.txt", llmsText(pages, origin)],
		["/openapi.json", JSON.stringify(described)],
		["/openapi.yaml", stringify(described, { aliasDuplicateObjects: false, lineWidth: 0 })],
	]);
}

const page = (content: unknown): string => `<!doctype html>${content}`;

const Whole = ({ page, pages }: { page: DocPage; pages: readonly DocPage[] }) => (
	<DocumentationPage page={page} pages={pages} description={page.description} hasTwin>
		{raw(htmlOf(page))}
	</DocumentationPage>
);
