import { raw } from "hono/html";
import { Breakable } from "../../ui/components/breakable.tsx";
import { constraintsOf, innerObject, propertiesOf, type Schema, type Schemas, typeOf } from "../content/schema-list.ts";
import { inlineHtml } from "../layout/markdown.ts";

/** Below this depth a record has its own page. */
const maxDepth = 4;

interface FieldProps {
	/** It begins the anchors of the inner fields. */
	anchor: string;
	name: string;
	type: string;
	isRequired?: boolean;
	constraints?: string[];
	description?: string | undefined;
	/** The object in the field. */
	inner?: { schema: Schema; schemas: Schemas; showRequired: boolean; depth: number } | undefined;
}

export const Field = ({ anchor, name, type, isRequired, constraints = [], description, inner }: FieldProps) => (
	<li id={anchor}>
		<a class="name" href={`#${anchor}`}>
			<code>
				<Breakable text={name} />
			</code>
		</a>{" "}
		<span class="type">{type}</span>
		{isRequired && <span class="required"> required</span>}
		{description && <p>{raw(inlineHtml(description))}</p>}
		{constraints.length > 0 && <p class="constraints">{raw(inlineHtml(sentence(constraints)))}</p>}
		{inner && (
			<details open={inner.showRequired}>
				<summary>
					Fields of <code>{name}</code>
				</summary>
				<Fields {...inner} anchor={anchor} />
			</details>
		)}
	</li>
);

const sentence = (phrases: string[]): string => {
	const text = phrases.join(", ");
	return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
};

interface FieldsProps {
	anchor: string;
	schema: Schema;
	schemas: Schemas;
	showRequired: boolean;
	depth?: number;
}

export const Fields = ({ anchor, schema, schemas, showRequired, depth = 0 }: FieldsProps) => (
	<ul class="fields">
		{propertiesOf(schema, schemas).map(({ name, property, isRequired }) => {
			const inner = innerObject(property, schemas);
			return (
				<Field
					anchor={`${anchor}.${name}`}
					name={name}
					type={typeOf(property, schemas)}
					isRequired={showRequired && isRequired}
					constraints={constraintsOf(property, schemas)}
					description={property.description}
					inner={inner && depth < maxDepth ? { schema: inner, schemas, showRequired, depth: depth + 1 } : undefined}
				/>
			);
		})}
	</ul>
);
