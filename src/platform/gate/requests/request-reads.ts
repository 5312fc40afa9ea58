import type { Placement } from "../../db/placement.ts";
import type { Visitor } from "../gate-request.ts";
import { requestLogOf } from "../gates.ts";
import { atGate } from "../rate-limit.ts";
import type { LastUse } from "./last-uses.ts";
import { requestBatches } from "./request-batches.ts";
import type { KeptRequest, RequestFilters, RequestsOfHour } from "./request-log.ts";

/** Reads the requests of one tenant. */
export interface RequestReads {
	/** The newest first: those after the id `after`, and at most `take` of them. */
	list(filters: RequestFilters, page: { after?: string | undefined; take: number }): Promise<KeptRequest[]>;
	/** The latest request with this `X-Request-ID`; null when there is none. */
	latest(requestId: string): Promise<KeptRequest | null>;
	/** How many came in each hour, the oldest first. */
	hours(): Promise<RequestsOfHour[]>;
	/** When the tenant's credentials, or one of them, were used last. */
	lastUses(credentialId?: string): Promise<LastUse[]>;
}

/** Each read is one round trip. What waits in this isolate goes ahead of it, so that the answer contains it. */
export function requestReads(
	visitor: Visitor,
	tenant: Pick<Placement, "id" | "region">,
	waitUntil: (work: Promise<unknown>) => void,
): RequestReads {
	const ahead = () => {
		const requestLog = requestLogOf(visitor.env, tenant);
		waitUntil(requestBatches.sendTo(requestLog, tenant.id));
		return requestLog;
	};
	return {
		list: (filters, page) => atGate<KeptRequest[]>(visitor, () => ahead().listRequests(filters, page)),
		latest: (requestId) => atGate<KeptRequest | null>(visitor, () => ahead().latestRequest(requestId)),
		hours: () => atGate<RequestsOfHour[]>(visitor, () => ahead().requestsOfHours()),
		lastUses: (credentialId) => atGate<LastUse[]>(visitor, () => ahead().lastUses(credentialId)),
	};
}
