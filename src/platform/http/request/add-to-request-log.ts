import { requestBatches } from "../../gate/requests/request-batches.ts";
import { withoutSecrets } from "../../lib/secrets/secret-value.ts";
import type { AppContext } from "./app-env.ts";

const maxPathLength = 500;

/** Keeps the request of a tenant's credential for the tenant's request log (contract: Requests 1, Requests 4). */
export function addToRequestLog(c: AppContext, id: string, durationMs: number): void {
	const { credential, admitted, operationId, code } = c.get("noted");
	if (!credential || !operationId) return;
	const { tenant, actor } = credential;
	const ignored = c.res.headers.get("Service-Ignored-Fields");
	const request = {
		id,
		requestId: c.get("requestId"),
		method: c.req.method,
		path: withoutSecrets(c.req.path.slice(0, maxPathLength)).toWellFormed(),
		operationId,
		status: c.res.status,
		code: code ?? null,
		durationMs,
		credential: actor,
		by: credential.kind === "api_key" ? credential.hint : credential.grantId,
		ignored: ignored === null ? [] : withoutSecrets(ignored).split(","),
		createdAt: c.get("now"),
		refused: admitted !== true,
	};
	requestBatches.add(c.env, tenant, request, (work) => c.executionCtx.waitUntil(work));
}
