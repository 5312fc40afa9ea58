import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { PathOperation } from "../content/api-document.ts";
import { anchorOf } from "./anchor.ts";
import { inlineCode, Method } from "./badges.tsx";
import { inlineHtml } from "./markdown.ts";

interface Row {
	path: string;
	mark?: Child;
	name: Child;
	words: Child;
}

export const Rows = ({ rows }: { rows: readonly Row[] }) => (
	<ul class={rows.some(({ mark }) => mark) ? "rows marked" : "rows"}>
		{rows.map(({ path, mark, name, words }) => (
			<li>
				{mark}
				<a href={path}>{name}</a>
				<span>{words}</span>
			</li>
		))}
	</ul>
);

export const rowOfOperation = ({ method, path, operation }: PathOperation): Row => ({
	path: `/docs/reference/${operation.operationId}`,
	mark: Method({ name: method }),
	name: operation.summary,
	words: inlineCode(path),
});

interface Props {
	title: string;
	/** The sentences before the rows, in Markdown. */
	lead: string;
	parts: { name: string; description?: string; rows: Row[] }[];
}

export const RowsPage = ({ title, lead, parts }: Props) => (
	<>
		<h1>{title}</h1>
		<p>{raw(inlineHtml(lead))}</p>
		{parts.map(({ name, description, rows }) => (
			<>
				<h2 id={anchorOf(name)}>{name}</h2>
				{description && <p>{description}</p>}
				<Rows rows={rows} />
			</>
		))}
	</>
);
