import type { Placement } from "../../db/placement.ts";
import { atGate } from "../gate-client.ts";
import type { GateRequest } from "../gate-request.ts";
import { requestsOf } from "../gates.ts";
import type { LastUse } from "./last-uses.ts";
import { requestBatches } from "./request-batches.ts";
import type { KeptRequest, RequestFilters, RequestsOfHour } from "./request-log.ts";

/** Reads the requests of one tenant. */
export interface RequestReads {
	/** At most `take` requests after the id `after`, the newest first. */
	list(filters: RequestFilters, page: { after?: string | undefined; take: number }): Promise<KeptRequest[]>;
	/** The latest request with this `X-Request-ID`; null when there is none. */
	latest(requestId: string): Promise<KeptRequest | null>;
	/** The number of requests in each hour, the oldest first. */
	hours(): Promise<RequestsOfHour[]>;
	/** The last uses of all credentials of the tenant, or of one. */
	lastUses(credentialId?: string): Promise<LastUse[]>;
}

/** Each read is one round trip. The requests that wait in this isolate are written first, so the read finds them. */
export function requestReads(request: GateRequest, tenant: Pick<Placement, "id" | "region">): RequestReads {
	const flushedRequestLog = () => {
		const requestLog = requestsOf(request.env, tenant);
		request.afterResponse(requestBatches.sendTo(requestLog, tenant.id));
		return requestLog;
	};
	return {
		list: (filters, page) => atGate<KeptRequest[]>(request, () => flushedRequestLog().listRequests(filters, page)),
		latest: (requestId) => atGate<KeptRequest | null>(request, () => flushedRequestLog().latestRequest(requestId)),
		hours: () => atGate<RequestsOfHour[]>(request, () => flushedRequestLog().requestsOfHours()),
		lastUses: (credentialId) => atGate<LastUse[]>(request, () => flushedRequestLog().lastUses(credentialId)),
	};
}
