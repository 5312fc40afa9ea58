import type { Child } from "hono/jsx";

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** JSON with its names, texts and other values told apart. */
export const JsonCode = ({ value }: { value: unknown }) => {
	const text = JSON.stringify(value, null, 2);
	const parts: Child[] = [];
	let end = 0;
	for (const match of text.matchAll(token)) {
		const [whole, quoted, colon] = match;
		parts.push(text.slice(end, match.index));
		const kind = colon !== undefined ? "name" : quoted !== undefined ? "text" : "value";
		parts.push(<span class={kind}>{quoted ?? whole}</span>, colon);
		end = match.index + whole.length;
	}
	return (
		<>
			{parts}
			{text.slice(end)}
		</>
	);
};

export const HeaderLines = ({ headers }: { headers: Record<string, string> }) => (
	<>
		{Object.entries(headers).map(([name, value]) => (
			<>
				<span class="name">{name}:</span> {value}
				{"\n"}
			</>
		))}
	</>
);

interface PanelProps {
	label: string;
	title: Child;
	children?: Child;
}

/** A piece of HTTP in a frame. */
export const Panel = ({ label, title, children }: PanelProps) => (
	<figure class="wire" aria-label={label}>
		<figcaption>{title}</figcaption>
		{children}
	</figure>
);

/** One can scroll it with the keyboard. */
export const Code = ({ label, children }: { label: string; children?: Child }) => (
	// biome-ignore lint/a11y/useSemanticElements: a section is no preformatted text
	<pre role="region" tabindex={0} aria-label={label}>
		<code>{children}</code>
	</pre>
);
