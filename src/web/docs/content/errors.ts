import { problemExample } from "../../../api/examples/problems.ts";
import { type Code, problems } from "../../../platform/problems/table.ts";
import { cell, type DocPage } from "./doc-page.ts";

const codes = Object.keys(problems) as Code[];

function whatToDo(code: Code, status: number): string {
	if (code === "idempotency_key_concurrent")
		return "Wait a moment. Then repeat the request with the same `Idempotency-Key`, and you get the answer of the first one.";
	if (code === "request_timeout") return "Send the request again. Send a change with the same `Idempotency-Key`.";
	if (code === "events_expired")
		return "Read the lists again. Then follow the events from `oldest_sequence` minus one. Repeating the request does not help.";
	if (status === 401) return "Check the credential. Repeating the request with the same one gives the same answer.";
	if (status === 403)
		return "The request is not allowed. Repeating it does not help until the studio, its plan or the credential changes.";
	if (status === 404)
		return "Check the address and the id. The record may be deleted, or it may belong to another studio. Repeating the request does not help.";
	if (status === 409)
		return "The request conflicts with the present data of the studio. The other fields of the error name the conflict. Read the record again, and send a request that fits it.";
	if (status === 412) return "Read the record again, and repeat the change with its new `ETag` if it is still wanted.";
	if (status === 429) return "Wait as many seconds as `Retry-After` says, then repeat the request.";
	if (status >= 500)
		return "The request is correct. Repeat it after `Retry-After`. Repeat a change with the same `Idempotency-Key`. If the error continues, tell us the `request_id`.";
	return "Read `detail` and, if it is present, `errors`. Correct the request before you send it again.";
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
