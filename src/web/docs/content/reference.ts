import { RowsPage, rowOfOperation } from "../layout/rows.tsx";
import { OperationContent } from "../reference/operation-content.tsx";
import {
	type Answer,
	type ApiDocument,
	answerOf,
	componentOf,
	errorsIn,
	type Operation,
	operationsIn,
	type PathOperation,
	schemaIn,
	uploadOf,
} from "./api-document.ts";
import { cell, type DocPage } from "./doc-page.ts";
import { exampleIn } from "./example-text.ts";
import { propertiesIn } from "./schema-list.ts";

// Everything here comes from the API document, so that the pages and the document agree.

const pathOf = ({ operationId }: Operation): string => `/docs/reference/${operationId}`;

export function referencePages(document: ApiDocument): DocPage[] {
	const all = operationsIn(document);
	return [indexPage(document, all), ...all.map((one) => operationPage(document, one, all))];
}

function indexPage({ tags }: ApiDocument, all: PathOperation[]): DocPage {
	const parts = tags
		.map((tag) => ({ tag, operations: all.filter(({ operation }) => operation.tags.includes(tag.name)) }))
		.filter(({ operations }) => operations.length > 0);
	const lists = parts.map(({ tag: { name, description }, operations }) => {
		const rows = operations.map(
			({ method, path, operation }) => `- [${operation.summary}](${pathOf(operation)})  \n  \`${method} ${path}\``,
		);
		return `## ${name}\n\n${description}\n\n${rows.join("\n")}\n`;
	});
	const lead =
		"Every operation of the API. [Try it](/docs/reference/try) sends requests from a page. For programs: [openapi.json](/openapi.json).";
	return {
		path: "/docs/reference",
		title: "Reference",
		description: "Every operation of the API.",
		section: "Reference",
		markdown: `# Reference\n\n${lead}\n\n${lists.join("\n")}`,
		content: RowsPage({
			title: "Reference",
			lead,
			parts: parts.map(({ tag, operations }) => ({ ...tag, rows: operations.map(rowOfOperation) })),
		}),
	};
}

function operationPage(document: ApiDocument, described: PathOperation, all: readonly PathOperation[]): DocPage {
	const { method, path, operation } = described;
	const { summary, description = "", responses } = operation;
	const scopes = (operation.security ?? []).flatMap(({ oauth2 = [] }) => oauth2);
	const cap = operation["x-requests-per-minute"];
	const isApi = path.startsWith("/v1/");
	const facts = [
		`- Scope: ${scopes.length > 0 ? scopes.map((scope) => `\`${scope}\``).join(", ") : "none"}`,
		"- Plan: Solo or higher",
		...(cap ? [`- At most ${cap} requests a minute for each key`] : []),
	];
	const parts = [
		`# ${summary}`,
		`\`${method} ${path}\``,
		description,
		isApi ? facts.join("\n") : "",
		...parametersOf(document, operation),
		...bodyOf(document, operation),
		...answersOf(document, responses),
		...errorsOf(document, responses),
		exampleIn(document, described),
	];
	return {
		path: pathOf(operation),
		title: summary,
		description: `${method} ${path}`,
		section: "Reference",
		part: operation.tags[0],
		method,
		markdown: `${parts.filter(Boolean).join("\n\n")}\n`,
		content: OperationContent({ document, described, all }),
	};
}

const parameterLocations = [
	["path", "Path"],
	["query", "Query"],
	["header", "Headers"],
] as const;

function parametersOf({ components }: ApiDocument, { parameters = [] }: Operation): string[] {
	const all = parameters.map((one) => (one.$ref ? componentOf(one.$ref, components.parameters) : one));
	return parameterLocations.flatMap(([location, title]) => {
		const rows = all.flatMap((one) => {
			if (one?.in !== location) return [];
			const words = one.description ?? one.schema?.description ?? "";
			return [`- \`${one.name}\`${one.required ? " (required)" : ""}. ${words}`.trim()];
		});
		return rows.length === 0 ? [] : [`## ${title}`, rows.join("\n")];
	});
}

function bodyOf(document: ApiDocument, operation: Operation): string[] {
	const upload = uploadOf(document, operation);
	const types = Object.keys(upload?.content ?? {}).map((type) => `\`${type}\``);
	if (upload) return ["## Body", `${upload.description} The content type is one of ${types.join(", ")}.`];
	const { schemas } = document.components;
	const { requestBody } = operation;
	const schema = schemaIn(requestBody?.content);
	if (!schema) return [];
	const optional = requestBody?.required ? "" : "The body may be left out.";
	if (!schema.oneOf) return ["## Body", optional, propertiesIn(schema, schemas, true).join("\n")];
	const alternatives = schema.oneOf.map((one) => `### ${one.title}\n\n${propertiesIn(one, schemas, true).join("\n")}`);
	return ["## Body", "One of these:", ...alternatives];
}

function answersOf(document: ApiDocument, responses: Record<string, Answer>): string[] {
	const { schemas } = document.components;
	return Object.entries(responses)
		.filter(([status]) => Number(status) < 300)
		.flatMap(([status, given]) => {
			const schema = schemaIn(answerOf(document, given).content);
			if (!schema) return [];
			const list = schema.type === "array" ? ["An array of objects with these fields:"] : [];
			return [`## Answer ${status}`, ...list, propertiesIn(schema.items ?? schema, schemas, false).join("\n")];
		});
}

function errorsOf(document: ApiDocument, responses: Record<string, Answer>): string[] {
	const others = Object.entries(responses)
		.filter(([status]) => /^[345]|default/.test(status))
		.flatMap(([status, given]) => {
			const answer = answerOf(document, given);
			const errors = errorsIn(document, answer);
			if (errors.length === 0) return [{ status, words: cell(answer.description) }];
			return errors.map((error) => ({
				status: error.status,
				words: `[\`${error.code}\`](/docs/errors/${error.code})`,
			}));
		});
	const rows = [...Map.groupBy(others, ({ status }) => status)]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([status, own]) => `| ${status} | ${own.map(({ words }) => words).join(", ")} |`);
	return rows.length === 0
		? []
		: ["## Other answers", `| Status | Codes or meaning |\n| --- | --- |\n${rows.join("\n")}`];
}
