import type { oas31 } from "zod-openapi";

interface Schema {
	type?: string | string[];
	$ref?: string;
	description?: string;
	const?: unknown;
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: Schema | boolean;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	examples?: unknown;
}
type Schemas = Record<string, Schema>;

export function gapsIn({ paths, webhooks, components }: oas31.OpenAPIObject): string[] {
	const schemas = (components?.schemas ?? {}) as Schemas;
	const componentAt = <T>(one: T): T =>
		typeof one === "object" && one !== null && "$ref" in one ? (at(components, String(one.$ref)) as T) : one;
	const gaps = Object.entries(schemas).flatMap(([name, schema]) => undescribedIn(schema, schemas, name));
	for (const [name, one] of Object.entries(components?.parameters ?? {})) gaps.push(...gapOfParameter(name, one));
	for (const [path, item] of Object.entries({ ...paths, ...webhooks }))
		for (const [method, operation] of Object.entries(item as Record<string, oas31.OperationObject>)) {
			if (method === "parameters") continue;
			const name = operation.operationId ?? path;
			if (!operation.description) gaps.push(`${name} has no description.`);
			for (const one of operation.parameters ?? []) gaps.push(...gapOfParameter(name, one));
			const body = componentAt(operation.requestBody) as oas31.RequestBodyObject | undefined;
			for (const { schema } of Object.values(body?.content ?? {}))
				gaps.push(...undescribedIn((schema ?? {}) as Schema, schemas, `${name} body`));
			for (const [status, given] of Object.entries(operation.responses ?? {}))
				gaps.push(...gapsOfAnswer(componentAt(given) as oas31.ResponseObject, schemas, `${name} ${status}`));
		}
	return [...new Set(gaps)];
}

const at = (components: oas31.ComponentsObject | undefined, ref: string): unknown =>
	ref
		.split("/")
		.slice(2)
		.reduce((inner, key) => (inner as Record<string, unknown>)?.[key], components as unknown);

function gapOfParameter(where: string, one: oas31.ParameterObject | oas31.ReferenceObject): string[] {
	if ("$ref" in one || one.description || (one.schema as Schema)?.description) return [];
	return [`${where}: the parameter ${one.name} has no description.`];
}

function gapsOfAnswer({ content = {} }: oas31.ResponseObject, schemas: Schemas, where: string): string[] {
	return Object.entries(content).flatMap(([type, { schema: given = {}, example, examples }]) => {
		const schema = given as Schema;
		const found = undescribedIn(schema, schemas, where);
		const own = named(schema, schemas) ?? schema;
		if ((example ?? examples ?? own.examples) === undefined) found.push(`${where}: the answer has no example.`);
		if (type === "application/problem+json" && !codesOf(schema, schemas).every(Boolean))
			found.push(`${where}: the error names no code.`);
		return found;
	});
}

const named = ({ $ref }: Schema, schemas: Schemas): Schema | undefined => schemas[$ref?.split("/").at(-1) ?? ""];

const codesOf = (schema: Schema, schemas: Schemas): unknown[] =>
	(schema.oneOf ?? [schema]).map((one) => propertiesOf(one, schemas).code?.const);

function propertiesOf(schema: Schema, schemas: Schemas): Record<string, Schema> {
	const parts = [named(schema, schemas) ?? [], schema.allOf ?? []].flat();
	return Object.assign({}, ...parts.map((part) => propertiesOf(part, schemas)), schema.properties);
}

/** A field may also be described by another part of the same `allOf`. */
function undescribedIn(schema: Schema, schemas: Schemas, where: string, elsewhere: string[] = []): string[] {
	const described = [
		...elsewhere,
		...(schema.allOf ?? []).flatMap((part) =>
			Object.entries(propertiesOf(part, schemas)).flatMap(([name, one]) => (one.description ? [name] : [])),
		),
	];
	const inner = (part: Schema, path = where) => undescribedIn(part, schemas, path);
	return [
		...(schema.allOf ?? []).flatMap((part) => undescribedIn(part, schemas, where, described)),
		...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items, schema.additionalProperties].flatMap((part) =>
			typeof part === "object" ? inner(part) : [],
		),
		...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
			...(field.description || described.includes(name) ? [] : [`${where}.${name} has no description.`]),
			...inner(field, `${where}.${name}`),
		]),
	];
}

const promisesNull = /; null (if|while|without|until|for)\b/;

export function wrongNullsIn(schemas: Schemas): string[] {
	const isNullable = (schema: Schema): boolean =>
		[schema.type ?? []].flat().includes("null") ||
		[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(isNullable) ||
		(schema.$ref !== undefined && isNullable(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}));
	const within = (schema: Schema, path: string): string[] => [
		...[...(schema.allOf ?? []), schema.items].flatMap((part) => (part ? within(part, path) : [])),
		...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
			...(promisesNull.test(field.description ?? "") && !isNullable(field) ? [`${path}.${name} is never null.`] : []),
			...within(field, `${path}.${name}`),
		]),
	];
	return Object.entries(schemas).flatMap(([name, schema]) => within(schema, name));
}
