import * as z from "zod";
import { createdQuery, id, idFilter, text, time } from "../../../platform/http/fields/fields.ts";

export const apiRequest = z
	.object({
		object: z.literal("api_request"),
		id: id("request").meta({
			description: "The service's own id of the request. It rises with time, and no two requests have the same.",
		}),
		request_id: id("request").meta({
			description: "The `X-Request-ID`. It is the `id`, unless the caller chose another one.",
		}),
		method: z.string(),
		path: z.string().meta({
			description: "Without the query. Secrets of this service are left out of it, and it is cut after 500 characters.",
			example: "/v1/clients",
		}),
		operation_id: z.string().meta({ example: "listClients" }),
		status: z.int(),
		code: z.string().nullable().meta({ description: "The `code` of the error; null when there was none." }),
		duration_ms: z.int().meta({ description: "From the request to the answer." }),
		credential: z.object({ type: z.enum(["api_key", "oauth_app"]), id: z.string() }),
		ignored_fields: z.array(z.string()).meta({ description: "The names in `Service-Ignored-Fields`." }),
		created_at: time,
	})
	.meta({ id: "ApiRequest" });

const statusSyntax = /^[1-5](\d\d|xx)$/;

export const requestFilters = z.object({
	credential_id: idFilter("the API key or the OAuth app", "api_key", "oauth_app"),
	status: z
		.string()
		.regex(statusSyntax, "must be a status such as 404, or a class such as 4xx")
		.transform(statusesOf)
		.optional()
		.meta({
			description: "A status, or a class of them such as `4xx`.",
			override: { type: "string", pattern: statusSyntax.source },
		}),
	operation_id: text(100).optional().meta({ description: "The `operationId`, such as `createClient`." }),
	path: text(500).optional().meta({ description: "The whole path as the log shows it, such as `/v1/clients`." }),
	...createdQuery,
});

/** The lowest and the highest status that a filter means. */
function statusesOf(status: string): readonly [number, number] {
	return [Number(status.replace("xx", "00")), Number(status.replace("xx", "99"))];
}
