import { DurableObject } from "cloudflare:workers";
import { clock } from "../../lib/clock.ts";
import { dayMs, minuteMs } from "../../lib/time.ts";
import { inRegion } from "../in-region.ts";
import { type Preview, PreviewStore, previewsKeptMs } from "../previews/preview-store.ts";
import { type LastUse, LastUses } from "../requests/last-uses.ts";
import {
	type AnsweredRequest,
	type KeptRequest,
	type RequestFilters,
	RequestLog,
	type RequestsOfHour,
} from "../requests/request-log.ts";
import { type BucketClaim, Buckets, type Limits } from "./buckets.ts";
import {
	beginChange,
	endChange,
	judgeReading,
	learnVersion,
	unknownVersion,
	type VersionState,
} from "./credential-version.ts";
import type { FailureLimit } from "./failures.ts";
import { type HourlyClaim, HourlyCounts } from "./hourly.ts";
import { LastNotification } from "./last-notification.ts";
import { relayVersions, type VersionNotice } from "./relay-versions.ts";
import { type BegunSignInAttempt, SignInAttempts } from "./sign-in-attempts.ts";
import { type CommittedEvents, type EventNotification, type EventWait, WaitingSockets } from "./waiting-sockets.ts";

/** A request to the gate, which decides it in one call. */
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

/** The entry of a request that waits for events, and the answer to it. */
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
const sweepMs = 2 * minuteMs;

const unansweredPrefix = "unanswered:";
const unansweredKey = (name: string) => unansweredPrefix + name;
/** The notes concern refresh tokens, which live this long (contract: OAuth 22). */
const unansweredMs = 90 * dayMs;

/**
 * Decides a request in one call: whether its credential is current, whether its buckets have tokens, and whether its
 * Idempotency-Key is free. Each tenant has one such object. Other objects hold the buckets of client addresses, the
 * attempts to sign in, and the requests of a tenant. No method awaits between reading and writing, so each decision is
 * atomic.
 */
export class Gate extends DurableObject<unknown> {
	private readonly buckets: Buckets;
	private readonly locks = new Map<string, { nonce: string; until: number }>();
	private readonly attempts: SignInAttempts;
	private readonly hourly: HourlyCounts;
	private readonly requests: RequestLog;
	private readonly uses: LastUses;
	private readonly previews: PreviewStore;
	private version: VersionState;
	private lastWrite: LastWrite | null;
	private readonly waitingSockets: WaitingSockets;
	private readonly lastNotification = new LastNotification();
	/** By the clock of the machine, which alarms follow. */
	private sweepAt = Number.POSITIVE_INFINITY;

	constructor(ctx: DurableObjectState, env: unknown) {
		super(ctx, env);
		this.buckets = new Buckets(ctx.storage, () => this.scheduleSweep());
		this.attempts = new SignInAttempts(ctx.storage.kv);
		this.hourly = new HourlyCounts(ctx.storage.kv);
		this.requests = new RequestLog(ctx.storage.sql);
		this.uses = new LastUses(ctx.storage.sql);
		this.previews = new PreviewStore(ctx.storage.sql);
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

	beginAttempt(name: string, limit: FailureLimit): BegunSignInAttempt {
		this.scheduleSweep();
		return this.attempts.begin(name, limit, clock.now());
	}

	endAttempt(name: string, at: number, failed: boolean): void {
		this.attempts.end(name, at, failed);
	}

	/** Whether one more action under this name is allowed within the hour. An allowed one counts. */
	takeHourly(name: string, limit: number): boolean {
		this.scheduleSweep();
		return this.hourly.take({ name, limit }, clock.now());
	}

	/** The same under several names: counts all claims, or none. The seconds until they are allowed; 0 if they are. */
	takeAllHourly(claims: HourlyClaim[]): number {
		const now = clock.now();
		const waitSeconds = Math.max(...claims.map((claim) => this.hourly.wait(claim, now)));
		if (waitSeconds > 0) return waitSeconds;
		this.scheduleSweep();
		for (const claim of claims) this.hourly.take(claim, now);
		return 0;
	}

	/** The action that `takeHourly` allowed last did not happen. */
	giveBackHourly(name: string): void {
		this.hourly.giveBack(name);
	}

	/** Seconds until one more action under this name is allowed. */
	hourlyWait(name: string, limit: number): number {
		return this.hourly.wait({ name, limit }, clock.now());
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

	/** Called after the answers of these requests. */
	keepRequests(requests: AnsweredRequest[]): void {
		this.requests.add(requests, clock.now());
		this.uses.note(requests);
		this.scheduleSweep(this.requests.sweepDueMs);
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

	/** When the tenant's credentials, or one of them, were used last. */
	lastUses(credentialId?: string): LastUse[] {
		return this.uses.list(credentialId, clock.now());
	}

	keepPreview(preview: Preview): void {
		this.previews.keep(preview);
		this.scheduleSweep(previewsKeptMs);
	}

	findPreview(id: string): Preview | null {
		return this.previews.find(id, clock.now());
	}

	/** Called before a change of the tenant's credentials commits. */
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
		this.requests.clear();
		this.uses.clear();
		this.lastWrite = null;
		this.ctx.storage.kv.delete("written");
		for (const [key] of this.ctx.storage.kv.list<number>({ prefix: unansweredPrefix })) this.ctx.storage.kv.delete(key);
		this.waitingSockets.closeAll();
	}

	/** Tells the gates of other tenants their versions. Returns the tenants whose gates know. */
	relayVersions(notices: VersionNotice[], until: number): Promise<string[]> {
		const gates = (this.env as { GATE: DurableObjectNamespace<Gate> }).GATE;
		return relayVersions(notices, until, async ({ tenantId, region, version }) => {
			await inRegion(gates, region).getByName(tenantId).learnVersion(version);
		});
	}

	/**
	 * Deletes full buckets, because a missing bucket counts as full. Also deletes expired locks, and old failures, requests
	 * and previews.
	 */
	override async alarm(): Promise<void> {
		const now = clock.now();
		const limiting = this.buckets.sweep(now);
		for (const [key, notedAt] of this.ctx.storage.kv.list<number>({ prefix: unansweredPrefix }))
			if (notedAt <= now - unansweredMs) this.ctx.storage.kv.delete(key);
		for (const [key, lock] of this.locks) if (lock.until <= now) this.locks.delete(key);
		const [failing, counting] = [this.attempts.sweep(now), this.hourly.sweep(now)];
		const expiringMs = [this.requests.sweep(now), this.uses.sweep(now), this.previews.sweep(now)].filter(
			(ms) => ms !== null,
		);
		const dueMs = failing || counting || limiting ? sweepMs : expiringMs.length > 0 ? Math.min(...expiringMs) : null;
		this.sweepAt = dueMs === null ? Number.POSITIVE_INFINITY : Date.now() + dueMs;
		if (dueMs !== null) await this.ctx.storage.setAlarm(this.sweepAt);
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

	private scheduleSweep(dueMs = sweepMs): void {
		const dueAt = Date.now() + dueMs;
		if (this.sweepAt <= dueAt) return;
		this.sweepAt = dueAt;
		this.ctx.waitUntil(
			this.ctx.storage
				.getAlarm()
				.then((at) => (at === null || at > dueAt ? this.ctx.storage.setAlarm(dueAt) : undefined)),
		);
	}
}
