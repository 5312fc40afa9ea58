import { escaped } from "./escaped.ts";
import { highlighted } from "./highlight.ts";
import { inLines } from "./lines.ts";

interface CodeBlock {
	text: string;
	language?: string;
	/** The name of the file that the block shows, which readers can download. */
	file?: string | undefined;
	/** The name of the language for people. */
	label?: string;
	name?: string;
}

/** A block of code. `code.client.js` adds the button that copies it. */
export const codeBlock = ({ text, language = "", file, label, name = language }: CodeBlock): string => {
	const caption = file
		? `<figcaption><a href="/docs/files/${escaped(file)}" download>${escaped(file)}</a></figcaption>`
		: "";
	const tab = label ? ` data-language="${escaped(name)}" aria-label="${escaped(label)}"` : "";
	// Answers and events show what the service said, so no address of a reader's own is filled in.
	const answer = language === "json" || language === "xml" ? " data-answer" : "";
	return `<figure class="snippet"${tab}${answer}>${caption}<pre><code>${inLines(highlighted(text, language))}</code></pre></figure>\n`;
};
