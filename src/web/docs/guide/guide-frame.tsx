import { raw } from "hono/html";
import type { DocPage } from "../content/doc-page.ts";
import { headingsOf } from "./contents.ts";
import { dateOf, sourceOf } from "./source.ts";

interface Props {
	page: DocPage;
	/** All guides, in their order. */
	guides: readonly DocPage[];
	html: string;
}

/**
 * The list of parts stands between the halves. The second one begins with the first code or heading, and with the
 * sentence that announces it.
 */
function halves(html: string): [string, string] {
	const first = html.search(/<(figure|fieldset|h2)\b/);
	if (first < 0) return [html, ""];
	const before = html.slice(0, first);
	const at = before.endsWith(":</p>\n") ? before.lastIndexOf("<p>") : first;
	return [html.slice(0, at), html.slice(at)];
}

/** The guides before and after it, its source and its date stand below. */
export const GuideFrame = ({ page, guides, html }: Props) => {
	// The first page is a list itself.
	const headings = page === guides[0] ? [] : headingsOf(page.markdown);
	const [beginning, rest] = halves(html);
	const at = guides.findIndex(({ path }) => path === page.path);
	return (
		<div class="guide">
			<div class="beginning">{raw(beginning)}</div>
			{headings.length > 2 && (
				<nav class="contents" aria-labelledby="contents">
					<p id="contents">On this page</p>
					<ul>
						{headings.map(({ text, anchor }) => (
							<li>
								<a href={`#${anchor}`}>{text}</a>
							</li>
						))}
					</ul>
				</nav>
			)}
			<div class="text">
				{raw(rest)}
				<Source page={page} />
				<nav class="neighbours" aria-label="Guides before and after">
					<Neighbour page={guides[at - 1]} rel="prev" word="Previous" />
					<Neighbour page={guides[at + 1]} rel="next" word="Next" />
				</nav>
			</div>
		</div>
	);
};

const Neighbour = ({ page, rel, word }: { page: DocPage | undefined; rel: "prev" | "next"; word: string }) =>
	page ? (
		<a class={rel} href={page.path} rel={rel}>
			<span>{word}</span> {page.title}
		</a>
	) : (
		<span />
	);

const Source = ({ page }: { page: DocPage }) => {
	const { file, edit } = sourceOf(page.path);
	const date = dateOf(page);
	return (
		<p class="dim source">
			{date && (
				<>
					Changed on <time datetime={date}>{date}</time>.{" "}
				</>
			)}
			{edit ? <a href={edit}>Edit this page</a> : <>Its source is {<code>{file}</code>} in the repository.</>}
		</p>
	);
};
