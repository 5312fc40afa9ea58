import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { anchorOf } from "./anchor.ts";
import { inlineHtml } from "./markdown.ts";

export interface Row {
	path: string;
	/** The method or the status. */
	mark?: Child;
	name: Child;
	words: Child;
}

export interface RowsPart {
	name: string;
	/** A sentence below the name. */
	description?: string;
	rows: Row[];
}

interface Props {
	title: string;
	/** The sentences before the rows, in Markdown. */
	lead: string;
	parts: RowsPart[];
}

/** A page that lists other pages in parts, each with a row. */
export const RowsPage = ({ title, lead, parts }: Props) => (
	<>
		<h1>{title}</h1>
		<p>{raw(inlineHtml(lead))}</p>
		{parts.map(({ name, description, rows }) => (
			<>
				<h2 id={anchorOf(name)}>{name}</h2>
				{description && <p>{description}</p>}
				<ul class={rows.some(({ mark }) => mark) ? "rows marked" : "rows"}>
					{rows.map((row) => (
						<li>
							{row.mark}
							<a href={row.path}>{row.name}</a>
							<span>{row.words}</span>
						</li>
					))}
				</ul>
			</>
		))}
	</>
);
