import type { Placement } from "../../db/placement.ts";
import { atGate } from "../gate-client.ts";
import type { GateRequest } from "../gate-request.ts";
import { requestsOf } from "../gates.ts";
import type { LastUse } from "./last-uses.ts";
import { requestBatches } from "./request-batches.ts";
import type { KeptRequest, RequestFilters, RequestsOfHour } from "./request-log.ts";

export interface RequestReads {
	list(filters: RequestFilters, page: { after?: string | undefined; take: number }): Promise<KeptRequest[]>;
	latest(requestId: string): Promise<KeptRequest | null>;
	hours(): Promise<RequestsOfHour[]>;
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
