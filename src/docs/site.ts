import { apiDocument } from "../openapi/document.ts";
import { changelogPage } from "./changelog.ts";
import type { DocPage } from "./doc-page.ts";
import { errorPages } from "./errors.ts";
import { eventPages } from "./events.ts";
import { guides } from "./guides.ts";
import { type ApiDocument, referencePages } from "./reference.ts";

export interface Site {
	document: ApiDocument;
	pages: readonly DocPage[];
	byPath: ReadonlyMap<string, DocPage>;
}

/** The pages depend on the address of the service alone, so the isolate keeps them. */
let made: { at: string; site: Site } | undefined;

export function siteAt(origin: string, docsUrl: string): Site {
	const at = `${origin} ${docsUrl}`;
	if (made?.at !== at) made = { at, site: siteOf(origin, docsUrl) };
	return made.site;
}

function siteOf(origin: string, docsUrl: string): Site {
	const document = apiDocument(origin, docsUrl) as unknown as ApiDocument;
	const pages = [
		...guides,
		...referencePages(document),
		...eventPages(document),
		...errorPages(docsUrl),
		changelogPage,
	];
	return { document, pages, byPath: new Map(pages.map((page) => [page.path, page])) };
}

/** What the search looks through: the titles, headings and descriptions of all pages. */
export const searchIndex = ({ pages }: Site) =>
	pages.map(({ path, title, section, description, markdown }) => {
		const headings = [...markdown.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
		const codes = section === "Guides" ? [...markdown.matchAll(/`([\w:./-]{3,40})`/g)].map(([, code]) => code) : [];
		return {
			path,
			title,
			section,
			words: [title, description, ...headings, ...new Set(codes)].join(" ").toLowerCase(),
		};
	});

/** https://llmstxt.org */
export function llmsText({ pages }: Site, origin: string): string {
	const sections = Map.groupBy(pages, ({ section }) => section);
	const parts = [...sections].map(([section, own]) => {
		const lines = own.map(({ path, title, description }) => `- [${title}](${origin}${path}.md): ${description}`);
		return `## ${section}\n\n${lines.join("\n")}`;
	});
	return `# Tattoo Studio API

> The public API of a booking and client-management service for tattoo studios: JSON over HTTP under /v1, OAuth 2.0, signed webhooks.

The API document for programs: ${origin}/openapi.json

${parts.join("\n\n")}
`;
}
