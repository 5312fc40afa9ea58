import { type Code, problems } from "../problem-table/table.ts";
import { cell, type DocPage } from "./doc-page.ts";

const codes = Object.keys(problems) as Code[];

function whatToDo(status: number): string {
	if (status === 401) return "Check the credential. Repeating the request with the same one gives the same answer.";
	if (status === 403)
		return "The request is not allowed. Repeating it changes nothing until the studio, its plan or the credential changes.";
	if (status === 429) return "Wait as many seconds as `Retry-After` says, then repeat the request.";
	if (status >= 500)
		return "Nothing is wrong with the request. Repeat it after `Retry-After`, a change with the same `Idempotency-Key`. Tell us the `request_id` if it goes on.";
	return "Read `detail` and, where it is there, `errors`. Correct the request before you send it again.";
}

function pageOf(code: Code, docsUrl: string): DocPage {
	const { status, title, meaning } = problems[code];
	const example = {
		type: `${docsUrl}/errors/${code}`,
		title,
		status,
		detail: "What happened to this request, in words.",
		code,
		instance: "/v1/clients",
		request_id: "req_019cebe550407bd99a783b3c2e63fd7e",
	};
	return {
		path: `/docs/errors/${code}`,
		title: `${code} (${status})`,
		description: `${title}: what it means and what to do.`,
		section: "Errors",
		markdown: `# ${title}

\`${code}\` · HTTP ${status}

${meaning}

## What to do

${whatToDo(status)}

## Example

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

Some errors carry further fields. [Handling errors](/docs/handling-errors) says how to read all of them.
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
	return [index, ...codes.map((code) => pageOf(code, docsUrl))];
}
