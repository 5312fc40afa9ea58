import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { highlighted } from "../code/highlight.ts";
import { inLines } from "../code/lines.ts";

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

const headerLines = (headers: Record<string, string>): string =>
	Object.entries(headers)
		.map(([name, value]) => `<span class="hl-attribute">${name}:</span> ${value}\n`)
		.join("");

interface PanelProps {
	label: string;
	title: Child;
	children?: Child;
}

export const Panel = ({ label, title, children }: PanelProps) => (
	<figure class="wire" aria-label={label}>
		<figcaption>{title}</figcaption>
		{children}
	</figure>
);

interface CodeProps {
	label: string;
	text: string;
	language: string;
	/** The headers stand before the text. */
	headers?: Record<string, string>;
}

/** The code can be scrolled with the keyboard. */
export const Code = ({ label, text, language, headers }: CodeProps) => (
	// biome-ignore lint/a11y/useSemanticElements: a section is no preformatted text
	<pre role="region" tabindex={0} aria-label={label}>
		<code>{raw(inLines(`${headers ? `${headerLines(headers)}\n` : ""}${highlighted(text, language)}`))}</code>
	</pre>
);

export const JsonCode = ({ value, ...props }: Omit<CodeProps, "text" | "language"> & { value: unknown }) => (
	<Code text={jsonOf(value)} language="json" {...props} />
);

export const curlOf = (url: string, headers: Record<string, string>, body: unknown): string =>
	[
		`curl ${url}`,
		...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
		`  -d '${jsonOf(body)}'`,
	].join(" \\\n");
