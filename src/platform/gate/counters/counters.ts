import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { type BucketClaim, Buckets, type Limits } from "../object/buckets.ts";
import { earliest, SweepAlarm, usuallyIf } from "../object/sweep-alarm.ts";
import type { FailureLimit } from "./failures.ts";
import { type HourlyClaim, HourlyCounts } from "./hourly.ts";
import { type BegunSignInAttempt, SignInAttempts } from "./sign-in-attempts.ts";

/**
 * Counts what addresses, accounts, recipients and studios do outside the API, against its limits. No method awaits between
 * reading and writing, so each decision is atomic.
 */
export class Counters extends DurableObject<unknown> {
	private readonly buckets: Buckets;
	private readonly attempts: SignInAttempts;
	private readonly hourly: HourlyCounts;
	private readonly alarmOfSweep: SweepAlarm;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.alarmOfSweep = new SweepAlarm(ctx);
		this.buckets = new Buckets(ctx.storage, () => this.alarmOfSweep.schedule());
		this.attempts = new SignInAttempts(ctx.storage.kv);
		this.hourly = new HourlyCounts(ctx.storage.kv);
	}

	/** Takes a token from each bucket, or none if one of them has none. */
	take(claims: BucketClaim[]): { isLimited: boolean; limits: Limits | null } {
		const now = clock.now();
		const exhausted = this.buckets.exhausted(claims, now);
		return { isLimited: exhausted !== null, limits: exhausted ?? this.buckets.takeFrom(claims, now) };
	}

	beginAttempt(name: string, limit: FailureLimit): BegunSignInAttempt {
		this.alarmOfSweep.schedule();
		return this.attempts.begin(name, limit, clock.now());
	}

	endAttempt(name: string, at: number, failed: boolean): void {
		this.attempts.end(name, at, failed);
	}

	takeHourly(name: string, limit: number): boolean {
		this.alarmOfSweep.schedule();
		return this.hourly.take({ name, limit }, clock.now());
	}

	/** Counts all claims, or none. The seconds until they are allowed; 0 if they are. */
	takeAllHourly(claims: HourlyClaim[]): number {
		const now = clock.now();
		const waitSeconds = Math.max(...claims.map((claim) => this.hourly.wait(claim, now)));
		if (waitSeconds > 0) return waitSeconds;
		this.alarmOfSweep.schedule();
		for (const claim of claims) this.hourly.take(claim, now);
		return 0;
	}

	/** The action that `takeHourly` allowed last did not happen. */
	giveBackHourly(name: string): void {
		this.hourly.giveBack(name);
	}

	hourlyWait(name: string, limit: number): number {
		return this.hourly.wait({ name, limit }, clock.now());
	}

	/** Deletes full buckets, because a missing bucket counts as full, and old failures and counts. */
	override async alarm(): Promise<void> {
		const now = clock.now();
		const left = [this.buckets.sweep(now), this.attempts.sweep(now), this.hourly.sweep(now)];
		await this.alarmOfSweep.scheduleNext(earliest(left.map(usuallyIf)));
	}
}
