import { env } from "cloudflare:workers";
import { requestsOf } from "../../src/platform/gate/gates.ts";
import { requestBatches } from "../../src/platform/gate/requests/request-batches.ts";
import type { KeptRequest } from "../../src/platform/gate/requests/request-log.ts";
import { call } from "./api.ts";

/** The object that stores the requests of a tenant, after it got those that waited in this isolate. */
export async function requestLog(tenantId: string) {
	const stub = requestsOf(env, { id: tenantId, region: "any" });
	await requestBatches.sendTo(stub, tenantId);
	return stub;
}

/** Reading the log like this makes no request of its own. */
export const keptOf = async (tenantId: string, take = 1000): Promise<KeptRequest[]> =>
	await (await requestLog(tenantId)).listRequests({}, { take });

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
export const listed = async (key: string, query = ""): Promise<any[]> =>
	(await call(200, `/v1/requests?${query}`, { key })).body.data;
