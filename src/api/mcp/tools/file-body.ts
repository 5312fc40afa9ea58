import * as z from "zod";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { type FileKind, rowsTypes } from "../../../platform/http/endpoint/upload.ts";
import { refusalFor } from "../../../platform/http/endpoint/validation.ts";
import { pictureTypes } from "../../../platform/pictures/picture-type.ts";
import { fieldProblem } from "../../../platform/problems/problem.ts";
import type { Json } from "../protocol/messages.ts";

const fileKindOf = (endpoint: Endpoint): FileKind | null => (endpoint.kind === "change" ? endpoint.takesFile : null);

export const takesFile = (endpoint: Endpoint): boolean => fileKindOf(endpoint) !== null;

const shapes = {
	picture: {
		content_type: z.enum(pictureTypes),
		base64: z.string().meta({
			description:
				"The bytes of the picture in Base64, and nothing else. A whole message holds at most 1 MiB, so a picture about 750 KB.",
		}),
	},
	rows: {
		content_type: z.enum(rowsTypes),
		text: z.string().meta({ description: "The text of the file. A whole message holds at most 1 MiB." }),
	},
};

/** The body of an upload in a message: the file, and the parameters of its query. */
export const fileBodyOf = (endpoint: Endpoint) =>
	z.object({ ...shapes[fileKindOf(endpoint) ?? "picture"], ...endpoint.query?.shape } as z.ZodRawShape);

export interface UploadInMessage {
	contentType: string;
	base64: string;
	query: Json;
}

/** The parts of such a body. Fields that it does not know are parameters that the service ignores. */
export function uploadIn(endpoint: Endpoint, body: Json): UploadInMessage {
	const parsed = fileBodyOf(endpoint).loose().safeParse(body);
	if (!parsed.success) throw refusalFor("json", parsed.error.issues);
	const { content_type, base64, text, ...query } = parsed.data as Json & { base64?: string; text?: string };
	const contentType = String(content_type);
	if (base64 === undefined) return { contentType, base64: Buffer.from(text ?? "").toString("base64"), query };
	if (bytesOf(base64).toString("base64") !== base64)
		throw fieldProblem("base64", "must be Base64 with its padding, without spaces, and no data: address");
	return { contentType, base64, query };
}

export const bytesOf = (base64: string) => Buffer.from(base64, "base64");
