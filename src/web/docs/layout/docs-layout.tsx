import type { Child } from "hono/jsx";
import { docsScripts } from "../../ui/assets.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Document } from "../../ui/layout.tsx";
import { type DocPage, sections } from "../content/doc-page.ts";
import { MenuSearch } from "../search/search-form.tsx";
import { docsStylePath } from "../sending/built-assets.ts";
import { Method } from "./method.tsx";

interface Props {
	page: Pick<DocPage, "path" | "title" | "section" | "part" | "method">;
	/** All pages, for the menu. */
	pages: readonly Props["page"][];
	/** The words of the last search. */
	query?: string | undefined;
}

interface PageProps extends Props {
	description: string;
	/** True if the page also exists as Markdown. */
	hasMarkdown?: boolean;
	children?: Child;
}

/** A page of the documentation, with a menu of all pages. */
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
		{sections.map((section) => {
			const own = pages.filter((one) => one.section === section);
			const isOpen = section === "Guides" || section === page.section;
			return (
				<>
					<h2 class="group">{section}</h2>
					<ul>
						{(isOpen ? own : own.slice(0, 1)).map((one, n) => (
							<>
								{one.part !== own[n - 1]?.part && <li class="part">{one.part}</li>}
								<li>
									<a href={one.path} aria-current={one.path === page.path ? "page" : undefined}>
										<span>
											<Breakable text={one.title} />
										</span>
										{one.method && <Method name={one.method} />}
									</a>
								</li>
							</>
						))}
					</ul>
				</>
			);
		})}
	</nav>
);
