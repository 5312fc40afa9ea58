import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { earliest, SweepAlarm } from "../object/sweep-alarm.ts";
import { type LastUse, LastUses } from "./last-uses.ts";
import {
	type AnsweredRequest,
	type KeptRequest,
	type RequestFilters,
	RequestLog,
	type RequestsOfHour,
} from "./request-log.ts";

export class RequestKeeper extends DurableObject<unknown> {
	private readonly requests: RequestLog;
	private readonly uses: LastUses;
	private readonly alarmOfSweep: SweepAlarm;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.requests = new RequestLog(ctx.storage.sql);
		this.uses = new LastUses(ctx.storage.sql);
		this.alarmOfSweep = new SweepAlarm(ctx);
	}

	keepRequests(requests: AnsweredRequest[]): void {
		this.requests.add(requests, clock.now());
		this.uses.note(requests);
		this.alarmOfSweep.schedule(this.requests.sweepDueMs);
	}

	listRequests(filters: RequestFilters, page: { after?: string | undefined; take: number }): KeptRequest[] {
		return this.requests.list(filters, page, clock.now());
	}

	latestRequest(requestId: string): KeptRequest | null {
		return this.requests.latest(requestId, clock.now());
	}

	requestsOfHours(): RequestsOfHour[] {
		return this.requests.hours(clock.now());
	}

	lastUses(credentialId?: string): LastUse[] {
		return this.uses.list(credentialId, clock.now());
	}

	forgetRequestsWith(texts: string[]): void {
		this.requests.forget(texts);
	}

	forgetTenant(): void {
		this.requests.clear();
		this.uses.clear();
	}

	override async alarm(): Promise<void> {
		const now = clock.now();
		await this.alarmOfSweep.scheduleNext(earliest([this.requests.sweep(now), this.uses.sweep(now)]));
	}
}
