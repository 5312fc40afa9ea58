import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import {
	type Answer,
	type ApiDocument,
	answerOf,
	errorsIn,
	type Operation,
	schemaIn,
} from "../content/api-document.ts";
import { Status } from "../layout/badges.tsx";
import { inlineHtml } from "../layout/markdown.ts";
import { Errors } from "./errors.tsx";
import { Fields } from "./fields.tsx";

interface Props {
	document: ApiDocument;
	operation: Operation;
}

interface Given {
	status: string;
	answer: Answer;
}

const anchorOf = (status: string): string => `answer-${status.toLowerCase()}`;

export const Answers = ({ document, operation: { responses } }: Props) => {
	const answers = Object.entries(responses).map(
		([status, given]): Given => ({
			status,
			answer: answerOf(document, given),
		}),
	);
	const uncoded = answers.filter(({ answer }) => errorsIn(document, answer).length === 0);
	const alike = uncoded.filter(({ answer }) => isAsOAuthSays(answer));
	return (
		<>
			{uncoded
				.filter((one) => !alike.includes(one))
				.map((one) => (
					<OneAnswer document={document} {...one} />
				))}
			{alike.length > 0 && <AlikeErrors document={document} answers={alike} />}
			{uncoded.length < answers.length && (
				<>
					<h2 id="errors">Errors</h2>
					<Errors document={document} responses={responses} />
				</>
			)}
		</>
	);
};

/** Errors of OAuth have the form of its specification, and all of them the same fields. */
const isAsOAuthSays = ({ content }: Answer): boolean => schemaIn(content)?.$ref?.endsWith("/OAuthError") ?? false;

const OneAnswer = ({ document, status, answer }: Given & { document: ApiDocument }): Child => {
	const schema = schemaIn(answer.content);
	const described = /^(Done|Found|Created)$/.test(answer.description) ? undefined : answer.description;
	return (
		<>
			<h2 id={anchorOf(status)}>
				Answer <Status status={status} />
			</h2>
			{described && <p>{raw(inlineHtml(described))}</p>}
			{schema?.type === "array" && <p>An array of objects with these fields:</p>}
			{schema && schema.type !== "string" && (
				<Fields
					anchor={anchorOf(status)}
					schema={schema.items ?? schema}
					schemas={document.components.schemas}
					showRequired={false}
				/>
			)}
		</>
	);
};

/** The fields of alike errors are said once. */
const AlikeErrors = ({ document, answers }: { document: ApiDocument; answers: Given[] }) => (
	<>
		<h2 id="errors">Errors</h2>
		<ul class="failures">
			{[...Map.groupBy(answers, ({ answer }) => answer.description)].map(([description, own]) => (
				<li>
					{own.map(({ status }) => [
						<span class="status" id={anchorOf(status)}>
							{status}
						</span>,
						" ",
					])}
					<p>{raw(inlineHtml(description))}</p>
				</li>
			))}
		</ul>
		<h3 id="error-fields">Fields of each error</h3>
		<Fields
			anchor="error"
			schema={schemaIn(answers[0]?.answer.content) ?? {}}
			schemas={document.components.schemas}
			showRequired={false}
		/>
	</>
);
