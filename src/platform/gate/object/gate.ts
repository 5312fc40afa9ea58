import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { dayMs } from "../../lib/time.ts";
import { type BucketClaim, Buckets, type Limits } from "./buckets.ts";
import {
	beginChange,
	endChange,
	judgeReading,
	learnVersion,
	unknownVersion,
	type VersionState,
} from "./credential-version.ts";
import { LastNotification } from "./last-notification.ts";
import { SweepAlarm, usuallyIf } from "./sweep-alarm.ts";
import { type CommittedEvents, type EventNotification, type EventWait, WaitingSockets } from "./waiting-sockets.ts";

export interface Entry {
	/** The version at which the credential was read; `fresh` when it was read for this request. */
	reading?: { version: number; fresh: boolean };
	claims: BucketClaim[];
	/** The request is refused in any case, but still takes tokens if there are any (contract: Rate limits 9). */
	refusedAnyway?: boolean;
	/** The request needs a token of each bucket and takes none, because another one follows that does. */
	takesNone?: boolean;
	/** The in-flight lock of an Idempotency-Key. The nonce names the request that holds it. */
	lock?: { key: string; nonce: string };
}

export type Verdict =
	| { outcome: "stale" }
	| { outcome: "limited"; limits: Limits }
	| { outcome: "admitted"; limits: Limits | null; lock: "held" | "busy" | null; lastWrite: LastWrite | null };

/** The header for an entry. Only an HTTP request with upgrade headers can be answered with a socket. */
export const entryHeader = "Gate-Entry";
export const verdictHeader = "Gate-Verdict";

type WaitingEntry = Entry & { wait: EventWait };
export type WaitingVerdict = Verdict & { lastNotification: EventNotification | null };

/** The last commit in the tenant's data, where the databases have replicas. */
export interface LastWrite {
	/** The bookmark means nothing in another database. */
	database: string;
	bookmark: string;
}

/**
 * After this time a lock that a crash left behind is free again (contract: Idempotency 7). A request may outlast its
 * lock: the record in the database still prevents that the change runs twice.
 */
const lockMs = 30_000;

const unansweredPrefix = "unanswered:";
const unansweredKey = (name: string) => unansweredPrefix + name;
/** The notes concern refresh tokens, which live this long (contract: OAuth 22). */
const unansweredMs = 90 * dayMs;

/**
 * Decides a request in one call: whether its credential is current, whether its buckets have tokens, and whether its
 * Idempotency-Key is free. Each tenant has one such object, and so has the operator interface. No method awaits between
 * reading and writing, so each decision is atomic.
 */
export class Gate extends DurableObject<unknown> {
	private readonly buckets: Buckets;
	private readonly locks = new Map<string, { nonce: string; until: number }>();
	private version: VersionState;
	private lastWrite: LastWrite | null;
	private readonly waitingSockets: WaitingSockets;
	private readonly lastNotification = new LastNotification();
	private readonly alarmOfSweep: SweepAlarm;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.alarmOfSweep = new SweepAlarm(ctx);
		this.buckets = new Buckets(ctx.storage, () => this.alarmOfSweep.schedule());
		this.waitingSockets = new WaitingSockets(ctx);
		this.version = ctx.storage.kv.get<VersionState>("version") ?? unknownVersion;
		this.lastWrite = ctx.storage.kv.get<LastWrite>("written") ?? null;
	}

	enter(entry: Entry): Verdict {
		const now = clock.now();
		if (entry.reading && !this.isCurrent(entry.reading, now)) return { outcome: "stale" };
		const exhausted = this.buckets.exhausted(entry.claims, now);
		if (exhausted && !entry.refusedAnyway) return { outcome: "limited", limits: exhausted };
		const limits = exhausted ?? this.buckets.takeFrom(entry.takesNone ? [] : entry.claims, now);
		return {
			outcome: "admitted",
			limits,
			lock: entry.lock ? this.acquire(entry.lock, now) : null,
			lastWrite: this.lastWrite,
		};
	}

	/** Like `enter`, for a request that waits for events. If admitted, it gets a socket with notifications of events. */
	override fetch(request: Request): Response {
		const { wait, ...entry } = JSON.parse(request.headers.get(entryHeader) ?? "") as WaitingEntry;
		const verdict = this.enter(entry);
		const webSocket = verdict.outcome === "admitted" ? this.waitingSockets.open(wait) : null;
		const headers = {
			[verdictHeader]: JSON.stringify({
				...verdict,
				lastNotification: this.lastNotification.recent(),
			} satisfies WaitingVerdict),
		};
		return new Response(null, webSocket ? { status: 101, webSocket, headers } : { status: 204, headers });
	}

	/** Called after a commit that made events. Also releases the lock of the request that made it. */
	notify(events: CommittedEvents, lock?: { key: string; nonce: string }): void {
		if (lock) this.release(lock);
		const bookmark = this.lastWrite?.database === events.database ? this.lastWrite.bookmark : null;
		const notification = { ...events, bookmark };
		this.lastNotification.note(notification);
		this.waitingSockets.notify(notification);
	}

	release(lock: { key: string; nonce: string }): void {
		if (this.locks.get(lock.key)?.nonce === lock.nonce) this.locks.delete(lock.key);
	}

	/** Notes that nobody knows whether the change of this name committed, and that the answer said so. */
	noteUnanswered(name: string): void {
		this.ctx.storage.kv.put(unansweredKey(name), clock.now());
	}

	wasUnanswered(name: string): boolean {
		return this.ctx.storage.kv.get(unansweredKey(name)) !== undefined;
	}

	/** Called after a commit in the tenant's data. Later bookmarks of one database are greater as text. */
	noteLastWrite(lastWrite: LastWrite): void {
		const known = this.lastWrite;
		if (known && known.database === lastWrite.database && known.bookmark >= lastWrite.bookmark) return;
		this.lastWrite = lastWrite;
		this.ctx.storage.kv.put("written", lastWrite);
	}

	beginChange(change: string): void {
		this.setVersion(beginChange(this.version, change, clock.now()));
	}

	/** Called after the change with the new version, or with null if the change did not commit. */
	endChange(change: string, version: number | null): void {
		this.setVersion(endChange(this.version, change, version));
		// The callers that wait may have lost the right to these events.
		if (version !== null) this.waitingSockets.closeAll();
	}

	/** Called after a change that no call announced. */
	learnVersion(version: number): void {
		const before = this.version;
		this.version = learnVersion(before, version);
		// A gate that knew no version trusts nothing that is remembered. It may forget this one, which saves the write.
		if (this.version !== before && before.version !== null) this.setVersion(this.version);
		this.waitingSockets.closeAll();
	}

	/** Called when the tenant is removed. The version stays, so that no isolate's remembered credential is trusted again. */
	forgetTenant(): void {
		this.lastWrite = null;
		this.ctx.storage.kv.delete("written");
		for (const [key] of this.ctx.storage.kv.list<number>({ prefix: unansweredPrefix })) this.ctx.storage.kv.delete(key);
		this.waitingSockets.closeAll();
	}

	/** Deletes full buckets, because a missing bucket counts as full. Also deletes expired locks and old notes. */
	override async alarm(): Promise<void> {
		const now = clock.now();
		for (const [key, notedAt] of this.ctx.storage.kv.list<number>({ prefix: unansweredPrefix }))
			if (notedAt <= now - unansweredMs) this.ctx.storage.kv.delete(key);
		for (const [key, lock] of this.locks) if (lock.until <= now) this.locks.delete(key);
		await this.alarmOfSweep.scheduleNext(usuallyIf(this.buckets.sweep(now)));
	}

	private isCurrent(reading: { version: number; fresh: boolean }, now: number): boolean {
		const { current, state } = judgeReading(this.version, reading, now);
		if (state !== this.version) this.setVersion(state);
		return current;
	}

	private setVersion(state: VersionState): void {
		this.version = state;
		this.ctx.storage.kv.put("version", state);
	}

	private acquire({ key, nonce }: { key: string; nonce: string }, now: number): "held" | "busy" {
		const holder = this.locks.get(key);
		if (holder && holder.nonce !== nonce && holder.until > now) return "busy";
		this.locks.set(key, { nonce, until: now + lockMs });
		return "held";
	}
}
