import type { oas31 } from "zod-openapi";

type Schema = oas31.SchemaObject;

/** Removes keywords that say nothing or promise too much: the service may add fields to an answer at any time. */
export function simplify(schema: Schema): void {
	// First, because it brings keywords of the inner schema out.
	shortenNullable(schema);
	// `format` says enough. The pattern beside it would be a page long.
	if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
	if (schema.additionalProperties === false) delete schema.additionalProperties;
	if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
	// Every integer that JSON keeps exactly lies between these bounds.
	if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
	// Of a body that makes a record, `omitted` says it (`bodySchema`, `describeFields`).
	delete (schema as { leftOut?: string }).leftOut;
}

/** `anyOf` with null becomes a type that is a list. */
function shortenNullable(schema: Schema): void {
	const [value, nothing, ...others] = (schema.anyOf ?? []) as Schema[];
	if (!value || nothing?.type !== "null" || others.length > 0) return;
	if (typeof value.type !== "string" || "const" in value) return;
	const { type, enum: values, ...rest } = value;
	const { anyOf: _, ...own } = schema;
	for (const name of Object.keys(schema)) delete schema[name as keyof Schema];
	Object.assign(schema, { type: [type, "null"], ...(values ? { enum: [...values, null] } : {}), ...rest, ...own });
}

/** The description of a parameter is not repeated in its schema. */
export function removeRepeatedDescriptions({ paths, webhooks, components }: oas31.OpenAPIObject): void {
	const operations = Object.values({ ...paths, ...webhooks }).flatMap(
		(item) => Object.values(item as object) as oas31.OperationObject[],
	);
	const parameters = [
		...operations.flatMap((operation) => operation.parameters ?? []),
		...Object.values(components?.parameters ?? {}),
	];
	for (const parameter of parameters) {
		if (!("schema" in parameter) || !parameter.schema || !("description" in parameter.schema)) continue;
		const { description, ...schema } = parameter.schema;
		if (description === parameter.description) parameter.schema = schema;
	}
}

/** The other parts of an `allOf` say that it is an object, and which of its fields are always there. */
export function shortenAllOf(document: oas31.OpenAPIObject): void {
	const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
	for (const { allOf } of schemasIn(document)) {
		if (!Array.isArray(allOf) || !allOf.some((part) => "$ref" in part)) continue;
		const required = new Set(
			(allOf as Schema[]).flatMap(
				({ $ref }) => schemas[$ref?.replace("#/components/schemas/", "") ?? ""]?.required ?? [],
			),
		);
		for (const part of allOf as Schema[]) {
			if (!part.properties) continue;
			delete part.type;
			const own = part.required?.filter((name) => !required.has(name)) ?? [];
			if (own.length > 0) part.required = own;
			else delete part.required;
		}
	}
}

/** A constant tells its type. */
export function removeTypesOfConstants(document: oas31.OpenAPIObject): void {
	for (const schema of schemasIn(document)) if (typeof schema.const === "string") delete schema.type;
}

const bounds = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/** The bounds of a field hold for what callers send. In answers and events they promise too much. */
export function removeBoundsOfAnswers({ paths, components }: oas31.OpenAPIObject): void {
	const schemas = components?.schemas ?? {};
	const operations = Object.values(paths ?? {}).flatMap((item) => Object.values(item as object));
	const sent = new Set<string>();
	const follow = (part: object): void => {
		for (const { $ref } of schemasIn(part)) {
			const name = $ref?.startsWith("#/components/schemas/") ? ($ref.split("/").at(-1) ?? "") : "";
			if (name === "" || sent.has(name)) continue;
			sent.add(name);
			follow(schemas[name] ?? {});
		}
	};
	follow(operations.flatMap(({ requestBody, parameters }) => [requestBody ?? {}, parameters ?? []]));
	for (const [name, one] of Object.entries(schemas))
		if (!sent.has(name)) for (const schema of schemasIn(one)) for (const bound of bounds) delete schema[bound];
}

const timestamp = { $ref: "#/components/schemas/Timestamp" };
const nullableTimestamp = JSON.stringify([timestamp, { type: "null" }]);

/** Says once what a time is that may be null, and leaves out the pattern of times, which is a page long. */
export function shortenTimes(document: oas31.OpenAPIObject): void {
	const schemas = document.components?.schemas ?? {};
	for (const schema of schemasIn(document)) {
		if (schema.$ref === timestamp.$ref) delete schema.pattern;
		if (JSON.stringify(schema.anyOf) !== nullableTimestamp) continue;
		delete schema.anyOf;
		Object.assign(schema, { $ref: "#/components/schemas/TimestampOrNull" });
	}
	schemas.TimestampOrNull = { anyOf: [timestamp, { type: "null" }] };
}

function* schemasIn(value: object): Generator<Schema & { $ref?: string }> {
	yield value as Schema;
	for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) yield* schemasIn(inner);
}
