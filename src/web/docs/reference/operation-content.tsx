import { raw } from "hono/html";
import { codeBlock } from "../code/code-block.ts";
import { Tabs } from "../code/tabs.tsx";
import {
	type ApiDocument,
	componentOf,
	type Operation,
	type Parameter,
	type PathOperation,
	schemaIn,
	uploadOf,
} from "../content/api-document.ts";
import { constraintsOf, type Schema, typeOf } from "../content/schema-list.ts";
import { inlineCode, Method, Status } from "../layout/badges.tsx";
import { inlineHtml } from "../layout/markdown.ts";
import { tabsOf } from "../samples/tabs-of-request.ts";
import { Answers } from "./answers.tsx";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { Facts } from "./facts.tsx";
import { Field, Fields } from "./fields.tsx";
import { Related } from "./related.tsx";

interface Props {
	document: ApiDocument;
	described: PathOperation;
	/** Related operations are among them. */
	all: readonly PathOperation[];
}

export const OperationContent = ({ document, described, all }: Props) => {
	const { method, path, operation } = described;
	const exchange = exchangeOf(document, described);
	return (
		<div class="operation">
			<div class="about">
				<h1>{operation.summary}</h1>
				<p class="address">
					<Method name={method} /> {inlineCode(path)}
				</p>
				{(operation.description ?? "")
					.split("\n\n")
					.map((text) => text && <p>{raw(withLinks(inlineHtml(text), all))}</p>)}
				<Facts described={described} />
			</div>
			<div class="example">
				<h2 id="request">Request</h2>
				<Tabs tabs={tabsOf(exchange.request)} group="language" />
				<ExampleAnswer exchange={exchange} />
			</div>
			<div class="parts">
				<Parameters document={document} operation={operation} location="path" title="Path" />
				<Parameters document={document} operation={operation} location="query" title="Query" />
				<Body document={document} operation={operation} />
				<Parameters document={document} operation={operation} location="header" title="Headers" />
				<Answers document={document} operation={operation} />
				<Related described={described} all={all} />
			</div>
		</div>
	);
};

const withLinks = (html: string, all: readonly PathOperation[]): string =>
	html.replaceAll(/<code[^<>]*>(\w+)<\/code>/g, (code, name: string) =>
		all.some(({ operation }) => operation.operationId === name)
			? `<a href="/docs/reference/${name}">${code}</a>`
			: code,
	);

const ExampleAnswer = ({ exchange: { status, answer } }: { exchange: Exchange }) => (
	<>
		<h2 id="response">
			Answer <Status status={status} />
		</h2>
		{answer === undefined ? (
			<p class="dim">It has no body.</p>
		) : typeof answer === "string" ? (
			raw(codeBlock({ text: answer, language: "xml" }))
		) : (
			raw(codeBlock({ text: JSON.stringify(answer, null, 2), language: "json" }))
		)}
	</>
);

interface ParametersProps {
	document: ApiDocument;
	operation: Operation;
	location: string;
	title: string;
}

const Parameters = ({ document: { components }, operation, location, title }: ParametersProps) => {
	const own = (operation.parameters ?? [])
		.flatMap((one): Parameter[] => [(one.$ref && componentOf(one.$ref, components.parameters)) || one])
		.filter((one) => one.in === location);
	if (own.length === 0) return null;
	return (
		<>
			<h2 id={location}>{title}</h2>
			<ul class="fields">
				{own.map(({ name, required = false, description, schema = {} }) => (
					<Field
						anchor={`${location}.${name}`}
						name={name}
						type={typeOf(schema, components.schemas)}
						isRequired={required}
						constraints={constraintsOf(schema, components.schemas)}
						description={description ?? schema.description}
					/>
				))}
			</ul>
		</>
	);
};

const Body = ({ document, operation }: { document: ApiDocument; operation: Operation }) => {
	const { schemas } = document.components;
	const upload = uploadOf(document, operation);
	const types = Object.keys((upload ?? operation.requestBody)?.content ?? {});
	const schema = schemaIn(operation.requestBody?.content);
	if (!upload && !schema) return null;
	return (
		<>
			<h2 id="body">Body</h2>
			<p class="constraints">
				{types.map((type, n) => [n > 0 ? ", " : "", <code>{type}</code>])}
				{operation.requestBody?.required || upload ? "" : " · The body may be left out."}
			</p>
			{upload && <p>{raw(inlineHtml(upload.description ?? ""))}</p>}
			{schema &&
				alternativesOf(schema).map((one, n, { length }) => (
					<>
						{length > 1 && <h3 id={`body-${n + 1}`}>{one.title}</h3>}
						<Fields anchor={length > 1 ? `body-${n + 1}` : "body"} schema={one} schemas={schemas} showRequired />
					</>
				))}
		</>
	);
};

const alternativesOf = (schema: Schema): Schema[] => schema.oneOf ?? [schema];
