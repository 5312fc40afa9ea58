import * as z from "zod";

interface Extension {
	base: z.ZodObject;
	more: z.ZodObject;
}

/** Its values get their type when they are read, because the compiler cannot follow a registry of schemas. */
const extensions = z.registry<object>();

/** An object schema with all fields of `base`, and more. The API document describes `base` only once. */
export function extended<B extends z.ZodRawShape, M extends z.ZodRawShape>(
	base: z.ZodObject<B>,
	more: M | z.ZodObject<M>,
): z.ZodObject<z.util.Extend<B, M>> {
	const added = more instanceof z.ZodObject ? more : z.object(more);
	const whole = base.extend(added.shape);
	extensions.add(whole, { base, more: added } satisfies Extension);
	return whole as never;
}

const documentSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** The schema as the API document describes it. */
export function describedAs(schema: z.ZodType): z.ZodType {
	const known = extensions.get(schema) as Extension | undefined;
	if (!known) return schema;
	const intersection =
		documentSchemas.get(schema) ?? z.intersection(describedAs(known.base), known.more).meta({ ...schema.meta() });
	documentSchemas.set(schema, intersection);
	return intersection;
}
