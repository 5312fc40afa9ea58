import { nameIn, type Schema, schemaOf, schemas } from "./document.ts";

/** The use of a type: a request accepts more than an answer contains. */
export type Side = "request" | "answer";

/** Schemas that have another name in the package. */
const renamed: Record<string, string> = { Event: "StudioEvent" };

export const typeName = (name: string): string => renamed[name] ?? name;

const eventTypes = schemas.PublicEventType?.enum ?? [];

/** A JSDoc comment. */
export function comment(...paragraphs: (string | undefined)[]): string {
	const lines = paragraphs.filter((one) => one !== undefined && one !== "").flatMap((one) => one?.split("\n") ?? []);
	if (lines.length === 0) return "";
	if (lines.length === 1) return `/** ${lines[0]} */\n`;
	return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** All properties of an object, including those of its `allOf`. */
export function propertiesOf(schema: Schema): { properties: Record<string, Schema>; required: string[] } {
	const parts = [...(schema.$ref ? [schemaOf(schema.$ref)] : []), ...(schema.allOf ?? [])].map(propertiesOf);
	return {
		properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
		required: [...parts.flatMap((part) => part.required), ...(schema.required ?? [])],
	};
}

const literals = (values: unknown[]): string => {
	const isEveryType = eventTypes.every((type) => values.includes(type));
	const others = isEveryType ? values.filter((value) => !eventTypes.includes(value)) : values;
	return [...(isEveryType ? ["PublicEventType"] : []), ...others.map((value) => JSON.stringify(value))].join(" | ");
};

const byType: Record<string, string> = {
	string: "string",
	integer: "number",
	number: "number",
	boolean: "boolean",
	null: "null",
};

function plainType(type: string, schema: Schema, side: Side): string {
	if (type === "array") return `Array<${typeOf(schema.items ?? {}, side)}>`;
	if (type !== "object") return byType[type] ?? "unknown";
	if (schema.properties) return bodyOf(schema, side);
	return `Record<string, ${typeOf(schema.additionalProperties ?? {}, side)}>`;
}

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema, side: Side): string {
	if (schema.$ref) return typeName(nameIn(schema.$ref));
	if ("const" in schema) return JSON.stringify(schema.const);
	if (schema.enum) return literals(schema.enum);
	if (side === "request" && schema.format === "date-time") {
		const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
		return isNullable ? "DateTime | null" : "DateTime";
	}
	const choices = schema.anyOf ?? schema.oneOf;
	// A choice between a fixed set of texts and any text is any text; editors still suggest the set.
	if (choices && schema.type === "string") return "string";
	if (choices) return choices.map((choice) => typeOf(choice, side)).join(" | ");
	if (schema.allOf) return bodyOf(schema, side);
	return (
		[schema.type ?? []]
			.flat()
			.map((type) => plainType(type, schema, side))
			.join(" | ") || "unknown"
	);
}

export const property = (name: string, type: string, { optional, side }: { optional: boolean; side: Side }): string =>
	`${name}${optional ? "?" : ""}: ${type}${optional && side === "request" ? " | undefined" : ""};`;

const isGiven = (bound: number | undefined): bound is number =>
	bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** The limits of a value that its type cannot express. */
function limitsOf({ maxLength, minimum, maximum, maxItems, format, default: standard }: Schema): string[] {
	return [
		isGiven(maxLength) ? `At most ${maxLength} characters.` : "",
		isGiven(minimum) ? (isGiven(maximum) ? `From ${minimum} to ${maximum}.` : `At least ${minimum}.`) : "",
		isGiven(maxItems) ? `At most ${maxItems} items.` : "",
		format === "date" ? "For example `1990-12-31`." : "",
		standard === undefined ? "" : `Default: ${JSON.stringify(standard)}.`,
	];
}

/** The comment of a property. */
export function wordsOf(schema: Schema, side: Side): string {
	const words = schema.description ?? (schema.$ref ? schemaOf(schema.$ref).description : undefined);
	return comment([words, ...(side === "request" ? limitsOf(schema) : [])].filter(Boolean).join(" "));
}

/** `{ … }` with every property and its description. */
export function bodyOf(schema: Schema, side: Side): string {
	const { properties, required } = propertiesOf(schema);
	const lines = Object.entries(properties).map(([name, one]) => {
		return wordsOf(one, side) + property(name, typeOf(one, side), { optional: !required.includes(name), side });
	});
	return `{\n${lines.join("\n")}\n}`;
}

/** The declaration of a named schema of the document. */
export function declarationOf(name: string, side: Side): string {
	const schema = schemaOf(name);
	const own = comment(schema.description);
	const isObject = schema.allOf !== undefined || schema.properties !== undefined;
	const isNullable = Array.isArray(schema.type);
	return isObject && !isNullable
		? `${own}export interface ${typeName(name)} ${bodyOf(schema, side)}\n`
		: `${own}export type ${typeName(name)} = ${typeOf(schema, side)};\n`;
}

/** The names of the schemas that a schema refers to, directly or not. */
export function needs(schema: Schema, found = new Set<string>()): Set<string> {
	const inner = (one: Schema | undefined) => one && needs(one, found);
	if (schema.$ref) {
		const name = nameIn(schema.$ref);
		if (found.has(name)) return found;
		found.add(name);
		return needs(schemaOf(name), found);
	}
	// The schemas in `allOf` are not named: their properties stand in the object itself.
	const made = propertiesOf(schema).properties;
	for (const one of Object.values(made)) inner(one);
	for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) inner(one);
	inner(schema.items);
	inner(schema.additionalProperties);
	return found;
}
