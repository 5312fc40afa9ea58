interface Schema {
	$ref?: string;
	examples?: unknown[];
	const?: unknown;
	allOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
}

/**
 * The example of a schema: its own, or else that of its parts, as tools that read the document find it. It is
 * undefined if a part has none.
 */
export function schemaExample(schema: object, schemas: Record<string, object>): unknown {
	const given: Schema = schema;
	const exampleOf = (part: object) => schemaExample(part, schemas);
	if (given.examples) return given.examples[0];
	if (given.$ref) return exampleOf(schemas[given.$ref.split("/").at(-1) ?? ""] ?? {});
	if (given.allOf) return ifWhole(given.allOf.map(exampleOf), (parts) => Object.assign({}, ...parts));
	if (given.items) return ifWhole([exampleOf(given.items)], (records) => records);
	const { properties = {}, required } = given;
	if (!required) return given.const;
	const values = required.map((name) => exampleOf(properties[name] ?? {}));
	return ifWhole(values, () => Object.fromEntries(required.map((name, n) => [name, values[n]])));
}

const ifWhole = (parts: unknown[], join: (parts: unknown[]) => unknown): unknown =>
	parts.includes(undefined) ? undefined : join(parts);
