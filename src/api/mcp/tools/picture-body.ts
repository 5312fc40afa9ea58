import * as z from "zod";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { refusalFor } from "../../../platform/http/endpoint/validation.ts";
import { pictureTypes } from "../../../platform/pictures/picture-type.ts";
import { fieldProblem } from "../../../platform/problems/problem.ts";
import type { Json } from "../protocol/messages.ts";

export const takesPicture = (endpoint: Endpoint): boolean => endpoint.kind === "change" && endpoint.takesPicture;

/** The body of an upload in a message: the bytes of the picture, and the parameters of its query. */
export const pictureBodyOf = ({ query }: Endpoint) =>
	z.object({
		content_type: z.enum(pictureTypes),
		base64: z.string().meta({
			description:
				"The bytes of the picture in Base64, and nothing else. A whole message holds at most 1 MiB, so a picture about 750 KB.",
		}),
		...query?.shape,
	});

export interface UploadInMessage {
	contentType: string;
	base64: string;
	query: Json;
}

/** The parts of such a body. Fields that it does not know are parameters that the service ignores. */
export function uploadIn(endpoint: Endpoint, body: Json): UploadInMessage {
	const parsed = pictureBodyOf(endpoint).loose().safeParse(body);
	if (!parsed.success) throw refusalFor("json", parsed.error.issues);
	const { content_type, base64, ...query } = parsed.data;
	if (bytesOf(base64).toString("base64") !== base64)
		throw fieldProblem("base64", "must be Base64 with its padding, without spaces, and no data: address");
	return { contentType: content_type, base64, query };
}

export const bytesOf = (base64: string) => Buffer.from(base64, "base64");
