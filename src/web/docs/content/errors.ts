import { raw } from "hono/html";
import { problemExample } from "../../../api/examples/problems.ts";
import { type Code, problems } from "../../../platform/problems/table.ts";
import { inlineCode, Status } from "../layout/badges.tsx";
import { inlineHtml } from "../layout/markdown.ts";
import { RowsPage } from "../layout/rows.tsx";
import { ErrorContent } from "../reference/error-content.tsx";
import { type ApiDocument, answerOf, errorsIn, operationsIn, type PathOperation } from "./api-document.ts";
import { cell, type DocPage } from "./doc-page.ts";
import { remedies } from "./remedies.ts";

const codes = Object.keys(problems) as Code[];

/** Programs may repeat a request only after these. */
const passing = (status: number) => status === 408 || status === 429 || status >= 500;

function whatToDo(code: Code, status: number): string {
	const mayRepeat = passing(status) || code === "idempotency_key_concurrent";
	return mayRepeat ? remedies[code] : `${remedies[code]} Repeating the same request gives the same error.`;
}

/** Errors of more operations say nothing about any of them. */
const mostOperations = 16;

function operationsWith(document: ApiDocument, code: Code): PathOperation[] {
	const all = operationsIn(document).filter(({ operation: { responses } }) =>
		Object.values(responses).some((answer) =>
			errorsIn(document, answerOf(document, answer)).some((one) => one.code === code),
		),
	);
	return all.length > mostOperations ? [] : all;
}

function errorPage(document: ApiDocument, docsUrl: string, code: Code): DocPage {
	const { status, title, meaning } = problems[code];
	const operations = operationsWith(document, code);
	const before = `# ${title}

\`${code}\` · HTTP ${status}

${meaning}

## What to do

${whatToDo(code, status)}

## Example

\`\`\`json
${JSON.stringify(problemExample(docsUrl, code), null, 2)}
\`\`\``;
	const list = {
		title: "Operations that answer with it",
		rows: operations.map(
			({ method, path, operation: { operationId, summary } }) =>
				`- [${summary}](/docs/reference/${operationId}) \`${method} ${path}\``,
		),
	};
	const after = "[Handling errors](/docs/handling-errors) explains how to read every error.";
	return {
		path: `/docs/errors/${code}`,
		title: `${code} (${status})`,
		description: `${title}: what it means and what to do.`,
		section: "Errors",
		part: partOf(code),
		status,
		markdown: [before, ...(operations.length > 0 ? [`## ${list.title}`, list.rows.join("\n")] : []), `${after}\n`].join(
			"\n\n",
		),
		content: ErrorContent({ before, after, title: list.title, operations }),
	};
}

/** Keys of repeated requests have a part of their own. */
const statuses: Record<string, number[]> = {
	"The request": [400, 408, 413, 415],
	"The credential": [401],
	Permission: [403],
	"Records and times": [404, 409, 410, 412, 422],
	"Repeated requests": [],
	"Limits and the service": [429, 500, 503],
};

function partOf(code: Code): string {
	if (code.startsWith("idempotency_")) return "Repeated requests";
	const [part] = Object.entries(statuses).find(([, all]) => all.includes(problems[code].status)) ?? [];
	if (!part) throw new Error(`The error ${code} belongs to no part.`);
	return part;
}

/** Sorted by status and name. */
const codesInParts = (): [part: string, codes: Code[]][] => {
	const sorted = codes.toSorted((a, b) => problems[a].status - problems[b].status || a.localeCompare(b));
	const inParts = Map.groupBy(sorted, partOf);
	return Object.keys(statuses).map((part) => [part, inParts.get(part) ?? []]);
};

const firstSentence = (text: string): string => text.split(/(?<=\.) /)[0] ?? text;

const lead =
	"Every error is a problem document (RFC 9457). Its `code` never changes, so programs decide by it. Its `type` is the address of the page here that explains it. [Handling errors](/docs/handling-errors) shows how to deal with them.";

export function errorPages(document: ApiDocument, docsUrl: string): DocPage[] {
	const parts = codesInParts();
	const tables = parts.map(([part, own]) => {
		const rows = own.map(
			(code) =>
				`| ${problems[code].status} | [\`${code}\`](/docs/errors/${code}) | ${cell(firstSentence(problems[code].meaning))} |`,
		);
		return `## ${part}\n\n| Status | Code | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
	});
	const index: DocPage = {
		path: "/docs/errors",
		title: "All errors",
		description: "Every error code with its status and meaning.",
		section: "Errors",
		markdown: `# All errors\n\n${lead}\n\n${tables.join("\n")}`,
		content: RowsPage({
			title: "All errors",
			lead,
			parts: parts.map(([name, own]) => ({
				name,
				rows: own.map((code) => ({
					path: `/docs/errors/${code}`,
					mark: Status({ status: problems[code].status }),
					name: inlineCode(code),
					words: raw(inlineHtml(firstSentence(problems[code].meaning))),
				})),
			})),
		}),
	};
	return [index, ...parts.flatMap(([, own]) => own.map((code) => errorPage(document, docsUrl, code)))];
}
