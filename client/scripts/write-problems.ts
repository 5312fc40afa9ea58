import { type Schema, schemas } from "./document.ts";
import { comment, propertiesOf, typeOf } from "./schema-types.ts";

const upper = (_: string, letter: string) => letter.toUpperCase();
const camel = (name: string) => name.replace(/_([a-z])/g, upper);

export const classOf = (code: string): string =>
	`${code.replace(/(?:^|_)([a-z])/g, upper)}Error`.replace("ErrorError", "Error");

const codeIn = (schema: Schema) => propertiesOf(schema).properties.code?.const;

/** The type of a member of an error class: its names are in camelCase, and its times are dates. */
function readable(schema: Schema): string {
	if (schema.format === "date-time") return "Date";
	if (schema.type === "array") return `Array<${readable(schema.items ?? {})}>`;
	if (!schema.properties) return typeOf(schema, "answer");
	return `{ ${membersOf(schema)
		.map(
			({ words, name, optional, type }) =>
				`${words}${name}${optional ? "?" : ""}: ${type}${optional ? " | undefined" : ""}`,
		)
		.join("; ")} }`;
}

function membersOf({ properties = {}, required = [] }: Schema) {
	return Object.entries(properties).map(([name, one]) => ({
		words: comment(one.description),
		name: camel(name),
		optional: !required.includes(name),
		type: readable(one),
	}));
}

const common = ["type", "title", "status", "detail", "code", "instance", "request_id"];

/** The members that a code has beyond those of every problem, including the members of `extra`. */
function ownMembers(schema: Schema) {
	const { properties, required } = propertiesOf(schema);
	const { extra, ...own } = Object.fromEntries(Object.entries(properties).filter(([name]) => !common.includes(name)));
	return membersOf({
		properties: { ...own, ...extra?.properties },
		required: [...required, ...(extra?.required ?? [])],
	});
}

/** A class for each code, and their union. */
export function problems(): string {
	const all = Object.entries(schemas).filter(([name]) => /^Problem./.test(name));
	const codes = all.map(([, schema]) => String(codeIn(schema)));
	const classes = all.map(([, schema]) => {
		const code = String(codeIn(schema));
		const members = ownMembers(schema).map(({ words, name, type }) => `${words}declare readonly ${name}: ${type};`);
		return `${comment(schema.description)}export class ${classOf(code)} extends ApiErrorBase<${JSON.stringify(code)}> {\n${members.join("\n")}\n}\n`;
	});
	return [
		'import { ApiErrorBase } from "../errors.ts";\n',
		...classes,
		`/** An error of the service, by its \`code\`. */\nexport type AnyApiError = ${codes.map(classOf).join(" | ")};\n`,
		`export const errorClasses = {\n${codes.map((code) => `${code}: ${classOf(code)},`).join("\n")}\n};\n`,
	].join("\n");
}
