import type * as z from "zod";
import type { ApiCtx } from "../../../platform/context.ts";
import type { KeptRequest } from "../../../platform/gate/requests/request-log.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { apiRequest, requestFilters } from "./schema.ts";

type ApiRequest = z.output<typeof apiRequest>;
type Reader = Pick<ApiCtx, "requests">;

export async function listRequests(
	{ requests }: Reader,
	filters: z.output<typeof requestFilters>,
	{ after, take }: PageRequest,
): Promise<ApiRequest[]> {
	const { credential_id, status, operation_id, path, created_since, created_until } = filters;
	const conditions = {
		credentialId: credential_id,
		statuses: status,
		operationId: operation_id,
		path,
		createdSince: created_since,
		createdUntil: created_until,
	};
	return (await requests.list(conditions, { after, take })).map(toApiRequest);
}

/** If several requests have the id, the latest (contract: Requests 8). */
export async function getRequest({ requests }: Reader, requestId: string): Promise<ApiRequest> {
	const found = await requests.latest(requestId);
	if (!found) throw notFound("request");
	return toApiRequest(found);
}

const toApiRequest = (kept: KeptRequest): ApiRequest => ({
	object: "api_request",
	id: kept.id,
	request_id: kept.requestId,
	method: kept.method,
	path: kept.path,
	operation_id: kept.operationId,
	status: kept.status,
	code: kept.code,
	duration_ms: kept.durationMs,
	credential: kept.credential,
	ignored_fields: kept.ignored,
	created_at: timestamp(kept.createdAt),
});
