import { minuteMs } from "../../../lib/time.ts";

interface Waiting {
	holder: string;
	bytes: number;
	hasBegun: boolean;
}

/** A request may not wait for what another request resolves, so each one looks for itself whether its turn has come. */
const lookAgainMs = 25;

/** Longer than an upload lasts. The platform may cancel one without a word, and nobody gives its bytes back. */
const expireAfterMs = 10 * minuteMs;

/**
 * The memory of one isolate for large bodies. Each holder, such as a tenant, gets at most its share at a time, and those
 * who wait get their turn by what they hold already, the least first. A body that does not begin in time is refused.
 */
export class ByteBudget {
	private readonly total: number;
	private readonly share: number;
	private taken = 0;
	private readonly held = new Map<string, number>();
	/** The takers that have not given back their bytes, the oldest first, with the time. */
	private readonly begun = new Map<Waiting, number>();
	private waiting: Waiting[] = [];

	constructor(total: number, share: number) {
		this.total = total;
		this.share = share;
	}

	/** Resolves when the bytes are free, to a function that gives them back. Rejects after `longestMs`. */
	async take(holder: string, bytes: number, longestMs: number): Promise<() => void> {
		const turn: Waiting = { holder, bytes, hasBegun: false };
		this.waiting.push(turn);
		this.admit();
		for (let waitedMs = 0; !turn.hasBegun; waitedMs += lookAgainMs) {
			if (waitedMs >= longestMs) {
				this.waiting = this.waiting.filter((one) => one !== turn);
				throw new Error(`no turn within ${longestMs} ms`);
			}
			await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
		}
		return () => this.give(turn);
	}

	private give(given: Waiting): void {
		if (!this.begun.delete(given)) return;
		const { holder, bytes } = given;
		const left = this.heldBy(holder) - bytes;
		if (left > 0) this.held.set(holder, left);
		else this.held.delete(holder);
		this.taken -= bytes;
		this.admit();
	}

	private heldBy(holder: string): number {
		return this.held.get(holder) ?? 0;
	}

	/** Nobody overtakes the one whose turn it is, because a large body would then wait for ever. */
	private admit(): void {
		for (const [oldest, at] of this.begun) {
			if (at > Date.now() - expireAfterMs) break;
			this.give(oldest);
			return;
		}
		for (let next = this.next(); next && this.taken + next.bytes <= this.total; next = this.next()) {
			this.waiting.splice(this.waiting.indexOf(next), 1);
			this.taken += next.bytes;
			this.held.set(next.holder, this.heldBy(next.holder) + next.bytes);
			this.begun.set(next, Date.now());
			next.hasBegun = true;
		}
	}

	/** The first of those who hold least and stay within their share. */
	private next(): Waiting | undefined {
		let best: Waiting | undefined;
		for (const one of this.waiting) {
			const held = this.heldBy(one.holder);
			if (held > 0 && held + one.bytes > this.share) continue;
			if (!best || held < this.heldBy(best.holder)) best = one;
		}
		return best;
	}
}
