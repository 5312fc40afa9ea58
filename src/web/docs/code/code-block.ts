import { escaped } from "./escaped.ts";
import { highlighted } from "./highlight.ts";

interface CodeBlock {
	text: string;
	language?: string;
	/** The name of the file that the block shows, which readers can download. */
	file?: string | undefined;
	/** The name of the language, where several stand one after the other. */
	label?: string;
}

/** A block of code. `code.client.js` adds the button that copies it. */
export const codeBlock = ({ text, language = "", file, label }: CodeBlock): string => {
	const name = file
		? `<figcaption><a href="/docs/files/${escaped(file)}" download>${escaped(file)}</a></figcaption>`
		: "";
	const tab = label ? ` data-language="${escaped(language)}" aria-label="${escaped(label)}"` : "";
	return `<figure class="snippet"${tab}>${name}<pre><code>${highlighted(text, language)}</code></pre></figure>\n`;
};
