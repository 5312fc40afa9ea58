import { exchangeOf } from "../reference/exchange.ts";
import { languages } from "../samples/languages.ts";
import type { ApiDocument, PathOperation } from "./api-document.ts";

/** The languages of the Markdown: agents read it, and six would be long. */
const shown = languages.filter(({ name }) => name === "sh" || name === "typescript");

/** How to call an operation, and its answer (contract: Documentation 11). */
export function exampleIn(document: ApiDocument, described: PathOperation): string {
	const { request, status, answer } = exchangeOf(document, described);
	const samples = shown.map(({ name, write, key }) => `\`\`\`${name}\n${write(request, key)}\n\`\`\``);
	const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
	const answered =
		answer === undefined
			? `Answer: ${status}.`
			: `Answer ${status}:\n\n\`\`\`${typeof answer === "string" ? "html" : "json"}\n${text}\n\`\`\``;
	return ["## Example", ...samples, answered].join("\n\n");
}
