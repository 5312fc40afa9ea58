import { z } from "zod";
import { endpoints } from "../endpoints.ts";

const bodies = new Map(endpoints.flatMap(({ body }) => (body ? [[body.meta()?.id, body] as const] : [])));

const made = new Map<z.ZodObject, z.ZodType>();

/**
 * The schema of a body as the document describes it. A body that makes a record takes the same fields as the one that
 * changes it, some of them required, so its schema refers to the other one.
 */
export function bodySchema(body: z.ZodObject): z.ZodType {
	const id = body.meta()?.id ?? "";
	const patch = id.startsWith("New") ? bodies.get(`${id.slice("New".length)}Patch`) : undefined;
	if (!patch || Object.keys(patch.shape).some((name) => !(name in body.shape))) return body;
	const schema = made.get(body) ?? z.intersection(patch, z.object(ownFields(body, patch))).meta({ id });
	made.set(body, schema);
	return schema;
}

const ownFields = (body: z.ZodObject, patch: z.ZodObject) =>
	Object.fromEntries(
		Object.entries(body.shape).filter(([name, field]) => {
			const inPatch = patch.shape[name];
			return !(field instanceof z.ZodOptional && inPatch instanceof z.ZodOptional && inPatch.unwrap() === field);
		}),
	);
