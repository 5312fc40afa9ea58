import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { getRequest, listRequests } from "./operations.ts";
import { apiRequest, requestFilters } from "./schema.ts";

const tag = "Requests";
const scope = "read:audit_log";

export const requestRoutes = [
	endpoint.list({
		id: "listRequests",
		path: "/v1/requests",
		tag,
		summary: "List requests",
		description:
			"The requests of the last three days to /v1. These are at most the latest 50 000, refused ones included. A request appears about a second after its answer, so those of the last second may be missing.",
		scope,
		query: requestFilters,
		answer: apiRequest,
		run: (ctx, { query, page }) => listRequests(ctx, query, page),
	}),
	endpoint.get({
		id: "getRequest",
		path: "/v1/requests/:request_id",
		tag,
		summary: "Get a request",
		description:
			"The request with this `X-Request-ID`. When a caller used the id several times, it is the latest. A request of the last second may be missing.",
		scope,
		params: { request_id: "request" },
		answer: apiRequest,
		run: (ctx, { params: { request_id } }) => getRequest(ctx, request_id),
	}),
];
