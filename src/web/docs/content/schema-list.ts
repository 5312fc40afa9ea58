import { oneLine } from "./doc-page.ts";

/** A JSON Schema of the API document. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	const?: unknown;
	enum?: unknown[];
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	default?: unknown;
	maxLength?: number;
}

export type Schemas = Record<string, Schema>;

/** Follows references, and joins the parts of `allOf`. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
	if (schema.$ref) {
		const { $ref, ...own } = schema;
		const named = schemas[$ref.split("/").at(-1) ?? ""];
		return named ? { ...resolved(named, schemas), ...own } : own;
	}
	if (!schema.allOf) return schema;
	const { allOf, ...own } = schema;
	const parts = [...allOf.map((part) => resolved(part, schemas)), own];
	return {
		...Object.assign({}, ...parts),
		properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
		required: parts.flatMap(({ required }) => required ?? []),
	};
}

function typeOf(schema: Schema, schemas: Schemas): string {
	const { type, format, enum: values, const: value, items, anyOf, oneOf } = resolved(schema, schemas);
	if (value !== undefined) return `\`${JSON.stringify(value)}\``;
	if (values) return values.map((one) => `\`${one}\``).join(", ");
	const parts = anyOf ?? oneOf;
	if (parts) return [...new Set(parts.map((part) => typeOf(part, schemas)))].join(" or ");
	if (type === "array") return `array of ${items ? typeOf(items, schemas) : "anything"}`;
	const plain = [type ?? "anything"].flat().join(" or ");
	return format ? `${plain} (${format})` : plain;
}

/** A list shows no properties below this depth. The record's own page shows them. */
const maxDepth = 3;
/** A longer limit is that of the whole body, not of the field. */
const maxShownLength = 100_000;

/** The properties of an object as a list, those of inner objects below theirs. */
export function propertiesIn(schema: Schema, schemas: Schemas, showRequired: boolean, depth = 0): string[] {
	const { properties = {}, required = [] } = resolved(schema, schemas);
	return Object.entries(properties).flatMap(([name, property]) => {
		const full = resolved(property, schemas);
		const limits = [
			showRequired && required.includes(name) && "required",
			full.maxLength !== undefined && full.maxLength < maxShownLength && `at most ${full.maxLength} characters`,
			full.default !== undefined && full.default !== null && `default \`${JSON.stringify(full.default)}\``,
		].filter(Boolean);
		const words = full.description ? ` ${oneLine(full.description)}` : "";
		const limitsText = limits.length > 0 ? ` (${limits.join(", ")})` : "";
		const line = `${"  ".repeat(depth)}- \`${name}\` ${typeOf(property, schemas)}${limitsText}.${words}`;
		const inner = innerObject(full, schemas);
		return [line, ...(inner && depth < maxDepth ? propertiesIn(inner, schemas, showRequired, depth + 1) : [])];
	});
}

function innerObject(schema: Schema, schemas: Schemas): Schema | undefined {
	const { properties, items, anyOf, oneOf } = schema;
	if (properties) return schema;
	const candidates = [...(items ? [items] : []), ...(anyOf ?? oneOf ?? [])].map((one) => resolved(one, schemas));
	return candidates.find((one) => one.properties && Object.keys(one.properties).length > 0);
}
