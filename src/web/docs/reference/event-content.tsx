import { raw } from "hono/html";
import { Breakable } from "../../ui/components/breakable.tsx";
import { codeBlock } from "../code/code-block.ts";
import type { Schema, Schemas } from "../content/schema-list.ts";
import { inlineHtml } from "../layout/markdown.ts";
import { Fields } from "./fields.tsx";

interface Props {
	type: string;
	summary: string;
	reason: string;
	/** The sentence about the endpoints that get the event. */
	receivers: string;
	/** The endpoint gets this request. */
	request: Schema;
	schemas: Schemas;
	example: unknown;
	/** The commands that get the event. */
	commands: { words: string; text: string }[];
}

export const EventContent = (props: Props) => {
	const { type, summary, reason, receivers, request, schemas, example, commands } = props;
	return (
		<div class="operation">
			<div class="about">
				<h1>
					<Breakable text={type} />
				</h1>
				<p>{raw(inlineHtml(summary))}</p>
				<h2 id="why-would-i-get-this">Why would I get this?</h2>
				<p>{raw(inlineHtml(reason))}</p>
				<p>{raw(inlineHtml(receivers))}</p>
			</div>
			<div class="example">
				<h2 id="example">Example</h2>
				{raw(codeBlock({ text: JSON.stringify(example, null, 2), language: "json" }))}
			</div>
			<div class="parts">
				<h2 id="fields">Fields</h2>
				<Fields anchor="field" schema={request} schemas={schemas} showRequired={false} />
				<p>
					The schema for programs: <a href={`/docs/events/${type}.schema.json`}>{type}.schema.json</a>.
				</p>
				<h2 id="get-one">Get one</h2>
				{commands.map(({ words, text }) => (
					<>
						<p>{words}</p>
						{raw(codeBlock({ text, language: "sh" }))}
					</>
				))}
			</div>
		</div>
	);
};
