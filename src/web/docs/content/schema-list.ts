import { oneLine } from "./doc-page.ts";

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
	title?: string;
	default?: unknown;
	pattern?: string;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
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
		properties: parts.map(({ properties = {} }) => properties).reduce(joined),
		required: parts.flatMap(({ required }) => required ?? []),
	};
}

/** A later part may narrow a field. It keeps the words that it does not replace. */
function joined(before: Record<string, Schema>, after: Record<string, Schema>): Record<string, Schema> {
	const described = Object.entries(after).map(([name, field]) => {
		const description = field.description ?? before[name]?.description;
		return [name, description === undefined ? field : { ...field, description }];
	});
	return { ...before, ...Object.fromEntries(described) };
}

const plainTypes: Record<string, string> = { "date-time": "timestamp", date: "date", email: "email", uri: "URL" };

/** The type in words. The values of an enumeration are constraints. */
export function typeOf(schema: Schema, schemas: Schemas): string {
	const { type, format = "", const: value, items, anyOf, oneOf } = resolved(schema, schemas);
	if (value !== undefined) return JSON.stringify(value);
	const parts = anyOf ?? oneOf;
	if (parts) return [...new Set(parts.map((part) => typeOf(part, schemas)))].join(" or ");
	const names = [type ?? "anything"].flat().map((one) => (one === "string" && plainTypes[format]) || one);
	const plain = names.join(" or ");
	return names.includes("array")
		? plain.replace("array", `array of ${items ? typeOf(items, schemas) : "anything"}`)
		: plain;
}

/** The rules that a value keeps, each as a phrase of Markdown. */
export function constraintsOf(schema: Schema, schemas: Schemas): string[] {
	const full = resolved(schema, schemas);
	const { items } = full;
	const values = (full.enum ?? (items && resolved(items, schemas).enum) ?? []).filter((one) => one !== null);
	const bounds = [
		full.minimum !== undefined && `at least ${full.minimum}`,
		full.maximum !== undefined && `at most ${full.maximum}`,
		full.minLength !== undefined && `at least ${full.minLength} characters`,
		full.maxLength !== undefined && full.maxLength < maxShownLength && `at most ${full.maxLength} characters`,
		full.minItems !== undefined && `at least ${full.minItems} items`,
		full.maxItems !== undefined && `at most ${full.maxItems} items`,
		full.pattern !== undefined && full.pattern.length < maxShownPattern && `matches \`${full.pattern}\``,
		full.default !== undefined && full.default !== null && `default \`${JSON.stringify(full.default)}\``,
	];
	return [
		...(values.length > 0 ? [`one of ${values.map((one) => `\`${one}\``).join(", ")}`] : []),
		...bounds.filter((one) => one !== false),
	];
}

/** A longer limit is that of the whole body, not of the field. */
const maxShownLength = 100_000;
/** A longer pattern tells a reader nothing. */
const maxShownPattern = 60;

export interface NamedProperty {
	name: string;
	property: Schema;
	isRequired: boolean;
}

/** References are followed as far as the description of each property. */
export function propertiesOf(schema: Schema, schemas: Schemas): NamedProperty[] {
	const { properties = {}, required = [] } = resolved(schema, schemas);
	return Object.entries(properties).map(([name, property]) => ({
		name,
		property: resolved(property, schemas),
		isRequired: required.includes(name),
	}));
}

/** Lists in Markdown show no properties below this depth. The record's own page shows them. */
const maxDepth = 3;

/** The properties of inner objects stand below theirs. */
export function propertiesIn(schema: Schema, schemas: Schemas, showRequired: boolean, depth = 0): string[] {
	return propertiesOf(schema, schemas).flatMap(({ name, property, isRequired }) => {
		const limits = [...(showRequired && isRequired ? ["required"] : []), ...constraintsOf(property, schemas)];
		const words = property.description ? ` ${oneLine(property.description)}` : "";
		const limitsText = limits.length > 0 ? ` (${limits.join(", ")})` : "";
		const line = `${"  ".repeat(depth)}- \`${name}\` ${typeOf(property, schemas)}${limitsText}.${words}`;
		const inner = innerObject(property, schemas);
		return [line, ...(inner && depth < maxDepth ? propertiesIn(inner, schemas, showRequired, depth + 1) : [])];
	});
}

/** The object in a field: the field itself, its items, or one of its alternatives. */
export function innerObject(schema: Schema, schemas: Schemas): Schema | undefined {
	const { properties, items, anyOf, oneOf } = schema;
	if (properties) return schema;
	const candidates = [...(items ? [items] : []), ...(anyOf ?? oneOf ?? [])].map((one) => resolved(one, schemas));
	return candidates.find((one) => one.properties && Object.keys(one.properties).length > 0);
}
