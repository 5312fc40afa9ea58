import { raw } from "hono/html";
import { Marked, type Tokens } from "marked";
import { docsScript } from "../pages/assets.ts";
import { Icon } from "../pages/components/icon.tsx";
import { Document } from "../pages/layout.tsx";
import { type DocPage, sections } from "./doc-page.ts";

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The name of a heading in an address. */
const anchorOf = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[`*]/g, "")
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-|-$/g, "");

/** The parts between which a long name, such as that of an event, may go on in the next line. */
const breakable = (text: string): string[] => (/^[a-z]+[._][a-z._]+$/.test(text) ? text.split(/(?<=[._])/) : []);

const markdown = new Marked({
	gfm: true,
	renderer: {
		heading({ tokens, depth, text }: Tokens.Heading) {
			const inner = this.parser.parseInline(tokens);
			return depth === 1
				? `<h1>${breakable(text).join("<wbr>") || inner}</h1>\n`
				: `<h${depth} id="${anchorOf(text)}">${inner}</h${depth}>\n`;
		},
		codespan: ({ text }: Tokens.Codespan) => `<code>${breakable(text).join("<wbr>") || escaped(text)}</code>`,
		code({ text, lang }: Tokens.Code) {
			const [language = "", ...further] = (lang ?? "").split(" ");
			const label = language ? ` aria-label="${escaped(language)}"` : "";
			const [, file] = /^file=([\w.-]+)$/.exec(further.join(" ")) ?? [];
			const name = file ? `<p class="file"><a href="/docs/files/${file}" download>${file}</a></p>\n` : "";
			return `${name}<pre tabindex="0"${label}><code>${escaped(text)}</code></pre>\n`;
		},
		table(token: Tokens.Table) {
			const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
				`<tr>${cells.map((one) => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`).join("")}</tr>`;
			return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows
				.map((cells) => row(cells, "td"))
				.join("")}</tbody></table></div>\n`;
		},
		// Descriptions may hold what looks like markup, such as the name of a placeholder.
		html: ({ text }) => escaped(text),
	},
});

export const htmlOf = ({ markdown: text }: DocPage): string => markdown.parse(text, { async: false });

interface Props {
	page: DocPage;
	pages: readonly DocPage[];
}

/** A page of the documentation with the way to all others. */
export const DocumentationPage = ({ page, pages, content }: Props & { content: string }) => (
	<Document title={`${page.title} · Tattoo Studio API`} scripts={[docsScript]} description={page.description}>
		<a class="skip" href="#content">
			Skip to the content
		</a>
		<div class="frame">
			<header>
				<a class="studio" href="/docs">
					Documentation
				</a>
				<details class="menu">
					<summary>
						<Icon name="menu" />
						Menu
					</summary>
					<Side page={page} pages={pages} label="Menu" id="search-menu" />
				</details>
			</header>
			<Side page={page} pages={pages} label="Documentation" id="search" wideOnly />
			<main id="content" tabindex={-1} class="prose">
				{raw(content)}
			</main>
			<footer>
				<a href={`${page.path}.md`}>This page as Markdown</a>
			</footer>
		</div>
	</Document>
);

const Name = ({ text }: { text: string }) => {
	const parts = breakable(text);
	return <span>{parts.length > 0 ? parts.map((part, n) => (n > 0 ? [<wbr />, part] : part)) : text}</span>;
};

const Side = ({ page, pages, label, id, wideOnly }: Props & { label: string; id: string; wideOnly?: boolean }) => (
	<nav class={wideOnly ? "side wide-only" : "side"} aria-label={label}>
		{wideOnly && (
			<div class="name">
				<a href="/">Tattoo Studio API</a>
			</div>
		)}
		<search>
			<form action="/docs/search" method="get" data-search="/docs/search.json">
				<label class="hidden" for={id}>
					Search
				</label>
				<input id={id} type="search" name="q" placeholder="Search" autocomplete="off" />
				<ul data-results hidden />
			</form>
		</search>
		{sections.map((section) => {
			const own = pages.filter((one) => one.section === section);
			const isOpen = section === "Guides" || section === page.section;
			return (
				<>
					<h2 class="group">{section}</h2>
					<ul>
						{(isOpen ? own : own.slice(0, 1)).map((one) => (
							<li>
								<a href={one.path} aria-current={one.path === page.path ? "page" : undefined}>
									<Name text={one.title} />
								</a>
							</li>
						))}
					</ul>
				</>
			);
		})}
	</nav>
);
