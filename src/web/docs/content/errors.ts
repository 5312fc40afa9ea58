import { problemExample } from "../../../api/examples/problems.ts";
import { type Code, problems } from "../../../platform/problems/table.ts";
import { cell, type DocPage } from "./doc-page.ts";
import { remedies } from "./remedies.ts";

const codes = Object.keys(problems) as Code[];

/** Programs may repeat a request only after these. */
const passing = (status: number) => status === 408 || status === 429 || status >= 500;

function whatToDo(code: Code, status: number): string {
	const mayRepeat = passing(status) || code === "idempotency_key_concurrent";
	return mayRepeat ? remedies[code] : `${remedies[code]} Repeating the same request gives the same error.`;
}

function errorPage(code: Code, docsUrl: string): DocPage {
	const { status, title, meaning } = problems[code];
	return {
		path: `/docs/errors/${code}`,
		title: `${code} (${status})`,
		description: `${title}: what it means and what to do.`,
		section: "Errors",
		markdown: `# ${title}

\`${code}\` · HTTP ${status}

${meaning}

## What to do

${whatToDo(code, status)}

## Example

\`\`\`json
${JSON.stringify(problemExample(docsUrl, code), null, 2)}
\`\`\`

[Handling errors](/docs/handling-errors) explains how to read every error.
`,
	};
}

/** A page for each code, and one that lists them. */
export function errorPages(docsUrl: string): DocPage[] {
	const rows = codes
		.map((code) => ({ code, ...problems[code] }))
		.sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
		.map(({ code, status, title }) => `| ${status} | [\`${code}\`](/docs/errors/${code}) | ${cell(title)} |`);
	const index: DocPage = {
		path: "/docs/errors",
		title: "All errors",
		description: "Every error code with its status and meaning.",
		section: "Errors",
		markdown: `# All errors

Every error is a problem document (RFC 9457). Its \`code\` never changes, so programs decide by it. Its \`type\` is the address of the page here that explains it. [Handling errors](/docs/handling-errors) shows how to deal with them.

| Status | Code | Meaning |
| --- | --- | --- |
${rows.join("\n")}
`,
	};
	return [index, ...codes.map((code) => errorPage(code, docsUrl))];
}
