import type { Placement } from "../../db/placement.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import { requestsOf } from "../gates.ts";
import type { RequestKeeper } from "./request-keeper.ts";
import type { AnsweredRequest } from "./request-log.ts";

type Tenant = Pick<Placement, "id" | "region">;

interface Batch {
	requests: AnsweredRequest[];
	dueAt: number;
}

/** A larger batch would delay the object's other calls. */
const maxInBatch = 200;
/** A batch that is this much overdue was left by a request that the platform cut off. */
const graceMs = 500;
/** The sum fits the 30 seconds for which the platform lets work go on after an answer. */
const retryDelaysMs = [200, 1000, 5000];

/**
 * The answered requests that this isolate has not yet sent to the logs of their tenants. They are sent in batches after
 * the answers, so that no answer waits for them. An isolate that dies loses only these (contract: Requests 6).
 */
export class RequestBatches {
	/** How long the first request of a batch waits for others. */
	waitMs = 800;
	private readonly waiting = new Map<string, Batch>();

	add(env: Env, tenant: Tenant, request: AnsweredRequest, waitUntil: (work: Promise<unknown>) => void): void {
		const batch = this.waiting.get(tenant.id);
		if (!batch) {
			this.waiting.set(tenant.id, { requests: [request], dueAt: Date.now() + this.waitMs });
			waitUntil(scheduler.wait(this.waitMs).then(() => this.sendTo(requestsOf(env, tenant), tenant.id)));
			return;
		}
		batch.requests.push(request);
		if (batch.requests.length >= maxInBatch || Date.now() > batch.dueAt + graceMs)
			waitUntil(this.sendTo(requestsOf(env, tenant), tenant.id));
	}

	/** Sends the batch of this tenant. A later call through the same stub finds it in the log. */
	async sendTo(requestLog: DurableObjectStub<RequestKeeper>, tenantId: string): Promise<void> {
		const batch = this.waiting.get(tenantId);
		if (!batch) return;
		this.waiting.delete(tenantId);
		for (const waitMs of [...retryDelaysMs, null]) {
			try {
				return await requestLog.keepRequests(batch.requests);
			} catch (error) {
				if (waitMs !== null) await scheduler.wait(waitMs);
				else report(tenantId, batch.requests.length, error);
			}
		}
	}

	/** Drops all batches, like an isolate that dies. */
	clear(): void {
		this.waiting.clear();
	}
}

const report = (tenantId: string, count: number, error: unknown): void =>
	log.error("fault", { tenant_id: tenantId, message: `${count} answered requests were not kept: ${error}` });

export const requestBatches = new RequestBatches();
