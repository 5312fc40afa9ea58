import type { ChangeEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { fieldProblem } from "../../../platform/problems/problem.ts";
import type { Json } from "../protocol/messages.ts";
import { bytesOf, uploadIn } from "./file-body.ts";

/** The body of a request as a preview keeps it; null if the operation takes none. */
export type SentBody = { json: string } | { contentType: string; base64: string } | null;

interface ChangeBody {
	sent: SentBody;
	/** Only uploads have one. */
	query: Json;
	/** The values that a sentence about the change tells. */
	said: Json;
	/** Fields of an operation that takes none. */
	unknown: string[];
}

export function changeBodyOf(endpoint: ChangeEndpoint, body: Json): ChangeBody {
	if (endpoint.takesFile) {
		const { contentType, base64, query } = uploadIn(endpoint, body);
		const file = `${contentType} of ${bytesOf(base64).byteLength} bytes`;
		return {
			sent: { contentType, base64 },
			query,
			said: { [endpoint.takesFile === "rows" ? "file" : "picture"]: file, ...query },
			unknown: [],
		};
	}
	return endpoint.body
		? { sent: { json: asText(body) }, query: {}, said: body, unknown: [] }
		: { sent: null, query: {}, said: {}, unknown: Object.keys(body) };
}

export function inRequest(sent: SentBody) {
	if (!sent) return {};
	return "json" in sent ? { body: sent.json } : { body: bytesOf(sent.base64), contentType: sent.contentType };
}

/** JSON that is nested deeper than it can be written is no body of the API. */
function asText(body: Json): string {
	try {
		return JSON.stringify(body);
	} catch {
		throw fieldProblem("body", "is nested too deep");
	}
}
