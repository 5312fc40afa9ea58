import type { ZodOpenApiOperationObject } from "zod-openapi";
import { scopesIn } from "../../platform/gate/scopes.ts";
import { deprecationNotice } from "../../platform/http/endpoint/deprecation.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { bodyExample } from "../examples/requests.ts";
import { notModifiedOf, successesOf } from "./answers.ts";
import { bodySchema, fileBodies } from "./bodies.ts";
import { failuresOf } from "./failures.ts";
import { parametersOf } from "./parameters.ts";

/** The description of the operation. A notice of its deprecation comes first. */
function descriptionOf({ deprecated, description }: Endpoint) {
	if (!deprecated) return description ? { description } : {};
	return { deprecated: true, description: `${deprecationNotice(deprecated)}\n\n${description ?? ""}` };
}

export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
	return {
		operationId: endpoint.id,
		tags: [endpoint.tag],
		summary: endpoint.summary,
		...descriptionOf(endpoint),
		// A bearer scheme has no list of scopes. A key needs the one that is named for OAuth.
		security: [{ apiKey: [] }, { oauth2: [...scopesIn(endpoint.scope)] }],
		...(endpoint.capPerMinute ? ({ "x-requests-per-minute": endpoint.capPerMinute } as object) : {}),
		...parametersOf(endpoint),
		...(endpoint.body
			? {
					requestBody: {
						required: !endpoint.bodyOptional,
						content: { "application/json": { schema: bodySchema(endpoint.body), example: bodyExample(endpoint) } },
					},
				}
			: {}),
		...(endpoint.kind === "change" && endpoint.takesFile ? { requestBody: fileBodies[endpoint.takesFile] } : {}),
		responses: { ...successesOf(endpoint), ...notModifiedOf(endpoint), ...failuresOf(endpoint) },
	};
}
