import type { Child } from "hono/jsx";
import { docsScripts } from "../../ui/assets.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Document } from "../../ui/layout.tsx";
import { type DocPage, sections } from "../content/doc-page.ts";
import { MenuSearch } from "../search/search-form.tsx";
import { docsStylePath } from "../sending/built-assets.ts";
import { Method, Status } from "./badges.tsx";

interface Props {
	page: Pick<DocPage, "path" | "title" | "section" | "part" | "method" | "status">;
	/** All pages, for the menu. */
	pages: readonly Props["page"][];
	query?: string | undefined;
}

interface PageProps extends Props {
	description: string;
	/** True if the page also exists as Markdown. */
	hasMarkdown?: boolean;
	children?: Child;
}

export const DocsLayout = ({ page, pages, description, query, hasMarkdown, children }: PageProps) => (
	<Document
		title={`${page.title} · Tattoo Studio API`}
		scripts={docsScripts}
		styles={[docsStylePath]}
		description={description}
	>
		<a class="skip" href="#content">
			Skip to the content
		</a>
		<div class="frame">
			<header>
				<a class="studio" href="/docs">
					Documentation
				</a>
				<a class="button" href="/docs/search" data-search>
					<Icon name="search" />
					<span class="hidden">Search</span>
				</a>
				<details class="menu">
					<summary>
						<Icon name="menu" />
						Menu
					</summary>
					<Sidebar page={page} pages={pages} query={query} label="Menu" id="search-menu" />
				</details>
			</header>
			<Sidebar page={page} pages={pages} query={query} label="Documentation" id="search" wideOnly />
			<main id="content" tabindex={-1} class="prose">
				{page.part && <Breadcrumb page={page} pages={pages} />}
				{children}
			</main>
			{hasMarkdown && (
				<footer>
					<a href={`${page.path}.md`}>This page as Markdown</a>
				</footer>
			)}
		</div>
	</Document>
);

/** For whoever came from elsewhere or has a phone. */
const Breadcrumb = ({ page, pages }: Props) => (
	<p class="place">
		<a href={pages.find((one) => one.section === page.section)?.path}>{page.section}</a> · {page.part}
	</p>
);

interface SidebarProps extends Props {
	label: string;
	id: string;
	wideOnly?: boolean;
}

const Sidebar = ({ page, pages, query, label, id, wideOnly }: SidebarProps) => (
	<nav class={wideOnly ? "side wide-only" : "side"} aria-label={label}>
		{wideOnly && (
			<div class="name">
				<a href="/">Tattoo Studio API</a>
			</div>
		)}
		<MenuSearch id={id} query={query} />
		<ul class="sections">
			{sections.map((section) => {
				const path = pages.find((one) => one.section === section)?.path;
				const isOfPage = section === page.section && page.path !== "";
				const current = path === page.path ? "page" : isOfPage ? "true" : undefined;
				return (
					<li>
						<a href={path} aria-current={current}>
							{section}
						</a>
					</li>
				);
			})}
		</ul>
		<PagesOfSection page={page} pages={pages.filter((one) => one.section === page.section)} />
	</nav>
);

/** The section itself leads to the first page. */
const PagesOfSection = ({ page, pages: [first, ...pages] }: Pick<Props, "page" | "pages">) =>
	pages.length > 0 ? (
		<ul>
			{pages.map((one, n) => (
				<>
					{one.part !== (pages[n - 1] ?? first)?.part && <li class="part">{one.part}</li>}
					<li>
						<a href={one.path} aria-current={one.path === page.path ? "page" : undefined}>
							<span>
								<Title text={one.title.replace(` (${one.status})`, "")} />
							</span>
							{one.method && <Method name={one.method} />}
							{one.status && <Status status={one.status} />}
						</a>
					</li>
				</>
			))}
		</ul>
	) : null;

/** A long name among its words goes whole into the next line. */
const Title = ({ text }: { text: string }) => (
	<>
		{text.split(" ").map((word, n) => [
			n > 0 ? " " : "",
			word === text || !word.includes("_") ? (
				<Breakable text={word} />
			) : (
				<span class="unbroken">
					<Breakable text={word} />
				</span>
			),
		])}
	</>
);
