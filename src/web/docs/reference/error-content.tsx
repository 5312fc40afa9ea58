import { raw } from "hono/html";
import type { PathOperation } from "../content/api-document.ts";
import { blockHtml } from "../layout/markdown.ts";
import { Rows, rowOfOperation } from "../layout/rows.tsx";

interface Props {
	before: string;
	after: string;
	title: string;
	operations: readonly PathOperation[];
}

export const ErrorContent = ({ before, after, title, operations }: Props) => (
	<>
		{raw(blockHtml(before))}
		{operations.length > 0 && (
			<section>
				<h2 id="operations">{title}</h2>
				<Rows rows={operations.map(rowOfOperation)} />
			</section>
		)}
		{raw(blockHtml(after))}
	</>
);
