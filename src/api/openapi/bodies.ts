import * as z from "zod";
import { rowsTypes } from "../../platform/http/endpoint/upload.ts";
import { pictureTypes } from "../../platform/pictures/picture-type.ts";
import { endpoints } from "../v1.ts";

const bodies = new Map(endpoints.flatMap(({ body }) => (body ? [[body.meta()?.id, body] as const] : [])));

/** The body that has the bytes of a picture. By its id it is described once. */
const pictureBody = {
	id: "Picture",
	required: true,
	description:
		"The bytes of a picture, at most 15 MiB, 50 megapixels and 12 000 pixels a side. The service removes camera data, places and comments.",
	content: Object.fromEntries(
		pictureTypes.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]),
	),
};

const rowsExamples = {
	"text/csv": "email,first_name\nnoor@example.com,Noor\n",
	"application/x-ndjson": '{"email":"noor@example.com","first_name":"Noor"}\n',
};

const rowsBody = {
	required: true,
	description: "A file of at most 10 MiB and 20 000 rows.",
	content: Object.fromEntries(
		rowsTypes.map((type) => [type, { schema: { type: "string" as const }, example: rowsExamples[type] }]),
	),
};

export const fileBodies = { picture: pictureBody, rows: rowsBody };

const documentSchemas = new Map<z.ZodObject, z.ZodType>();

/**
 * The schema of a body as the document describes it. The body that makes a record has the same fields as the one that
 * changes it, but some are required. So its schema refers to the other one.
 */
export function bodySchema(body: z.ZodObject): z.ZodType {
	const id = body.meta()?.id ?? "";
	const patch = id.startsWith("New") ? bodies.get(`${id.slice("New".length)}Patch`) : undefined;
	if (!patch || Object.keys(patch.shape).some((name) => !(name in body.shape))) return body;
	const schema = documentSchemas.get(body) ?? z.intersection(patch, z.object(addedFields(body, patch))).meta({ id });
	documentSchemas.set(body, schema);
	return schema;
}

/** The fields of a body that its patch does not have, or describes otherwise. */
const addedFields = (body: z.ZodObject, patch: z.ZodObject) =>
	Object.fromEntries(
		Object.entries(body.shape).flatMap(([name, field]): [string, z.core.$ZodType][] => {
			const inPatch = patch.shape[name];
			if (!(field instanceof z.ZodOptional && inPatch instanceof z.ZodOptional && inPatch.unwrap() === field))
				return [[name, field]];
			const unwrapped = field.unwrap() as z.ZodType;
			const { leftOut } = unwrapped.meta() ?? {};
			// A field that a patch leaves out stays as it is.
			return leftOut ? [[name, unwrapped.meta({ omitted: leftOut }).optional()]] : [];
		}),
	);
