import { escaped } from "./escaped.ts";
import { highlighted } from "./highlight.ts";

interface CodeBlock {
	text: string;
	language?: string;
	/** The name of the file that the block shows, which readers can download. */
	file?: string | undefined;
}

/** A block of code. `code.client.js` adds the button that copies it. */
export const codeBlock = ({ text, language = "", file }: CodeBlock): string => {
	const name = file
		? `<figcaption><a href="/docs/files/${escaped(file)}" download>${escaped(file)}</a></figcaption>`
		: "";
	return `<figure class="snippet">${name}<pre><code>${highlighted(text, language)}</code></pre></figure>\n`;
};
