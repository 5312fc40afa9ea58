import * as z from "zod";
import { camelKeys, payload } from "../../../platform/lib/camel.ts";

/** The names come from `payload` itself, so they cannot differ. */
export const payloadSchema = (object: string, record: z.ZodObject): z.ZodObject =>
	renamed(record, (names) => payload(object, names)).meta({
		id: `EventData${object[0]?.toUpperCase()}${object.slice(1)}`,
	});

/** A field as it is sent: its inner names are in camelCase, and its defaults are filled in. */
function camelSchema(schema: z.core.$ZodType): z.core.$ZodType {
	if (schema instanceof z.ZodNullable) return z.nullable(camelSchema(schema.unwrap()));
	if (schema instanceof z.ZodOptional) return z.optional(camelSchema(schema.unwrap()));
	if (schema instanceof z.ZodDefault) return camelSchema(schema.unwrap());
	if (schema instanceof z.ZodArray) return z.array(camelSchema(schema.element));
	if (schema instanceof z.ZodObject) return renamed(schema, camelKeys);
	return schema;
}

function renamed(
	record: z.ZodObject,
	rename: (names: Record<string, unknown>) => Record<string, unknown>,
): z.ZodObject {
	const names = rename(Object.fromEntries(Object.keys(record.shape).map((name) => [name, name])));
	return z.object(
		Object.fromEntries(
			Object.entries(names).map(([renamed, name]) => [renamed, camelSchema(record.shape[name as string] as z.ZodType)]),
		),
	);
}
