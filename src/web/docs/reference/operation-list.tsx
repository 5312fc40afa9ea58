import { raw } from "hono/html";
import { Breakable } from "../../ui/components/breakable.tsx";
import type { ApiDocument, PathOperation } from "../content/api-document.ts";
import { anchorOf } from "../layout/anchor.ts";
import { inlineHtml } from "../layout/markdown.ts";
import { Method } from "../layout/method.tsx";

interface Props {
	/** The sentences before the list, in Markdown. */
	lead: string;
	parts: { tag: ApiDocument["tags"][number]; operations: PathOperation[] }[];
}

/** All operations, those of a resource below its name. */
export const OperationList = ({ lead, parts }: Props) => (
	<>
		<h1>Reference</h1>
		<p>{raw(inlineHtml(lead))}</p>
		{parts.map(({ tag, operations }) => (
			<>
				<h2 id={anchorOf(tag.name)}>{tag.name}</h2>
				<p>{tag.description}</p>
				<ul class="operations">
					{operations.map(({ method, path, operation }) => (
						<li>
							<Method name={method} />
							<a href={`/docs/reference/${operation.operationId}`}>{operation.summary}</a>
							<code>
								<Breakable text={path} />
							</code>
						</li>
					))}
				</ul>
			</>
		))}
	</>
);
