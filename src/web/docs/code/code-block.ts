import { escaped } from "./escaped.ts";
import { highlighted } from "./highlight.ts";

interface CodeBlock {
	text: string;
	language?: string;
	/** The name of the file that the block shows, which readers can download. */
	file?: string | undefined;
	/** The name of the language for people, where several stand one after the other. */
	label?: string;
	/** Its name for browsers, where it differs from that of the highlighter. */
	name?: string;
}

/** A block of code. `code.client.js` adds the button that copies it. */
export const codeBlock = ({ text, language = "", file, label, name = language }: CodeBlock): string => {
	const caption = file
		? `<figcaption><a href="/docs/files/${escaped(file)}" download>${escaped(file)}</a></figcaption>`
		: "";
	const tab = label ? ` data-language="${escaped(name)}" aria-label="${escaped(label)}"` : "";
	return `<figure class="snippet"${tab}>${caption}<pre><code>${highlighted(text, language)}</code></pre></figure>\n`;
};
