import { afterAll, beforeAll } from "vitest";
import { isInWorkerd } from "./runtime.ts";

/** How long nothing may happen before the waits are skipped, in turns of a millisecond. */
const quietTurns = 2;

/** No test waits for longer. Timers beyond are alarms of objects and the like. */
const longestWaitMs = 60_000;

/** A timer of more is due at once, as in Node. */
const longestTimerMs = 2 ** 31 - 1;

/** A timer as Node returns it. None keeps the process alive. */
class Timer {
	readonly dueAt: number;
	readonly work: () => void;

	constructor(dueAt: number, work: () => void) {
		this.dueAt = dueAt;
		this.work = work;
	}

	ref = (): this => this;
	unref = (): this => this;
	hasRef = (): boolean => false;
}

const real = {
	setTimeout: globalThis.setTimeout,
	clearTimeout: globalThis.clearTimeout,
	setImmediate: globalThis.setImmediate,
	Date: globalThis.Date,
	performance: performance,
	scheduler: (globalThis as { scheduler?: unknown }).scheduler,
	abortAfter: AbortSignal.timeout,
	subtle: crypto.subtle,
};

/** Timers fire as soon as nothing else goes on, in their order, and the clocks then show the time at which they are due. */
class SkippedWaits {
	private skippedMs = 0;
	private readonly timers = new Set<Timer>();
	/** Calls on the platform and operations of WebCrypto that have not ended. */
	private underWay = 0;
	/** Rises with everything that happens. */
	private events = 0;
	private watch: ReturnType<typeof setTimeout> | undefined;

	private readonly now = (): number => real.Date.now() + this.skippedMs;

	private readonly after = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Timer => {
		this.events++;
		const waitMs = ms >= 1 && ms <= longestTimerMs ? Math.ceil(ms) : 1;
		const timer = new Timer(this.now() + waitMs, () => work(...args));
		this.timers.add(timer);
		this.look();
		return timer;
	};

	private readonly clear = (timer: unknown): void => {
		if (timer instanceof Timer) this.timers.delete(timer);
		else real.clearTimeout(timer as never);
	};

	private readonly soon = (work: (...args: unknown[]) => void, ...args: unknown[]) => {
		this.underWay++;
		return real.setImmediate(() => {
			this.ended();
			work(...args);
		});
	};

	private ended(): void {
		this.underWay--;
		this.events++;
	}

	private look(quiet = 0, seen = this.events): void {
		this.watch ??= real.setTimeout(() => {
			this.watch = undefined;
			const isQuiet = this.underWay === 0 && this.events === seen;
			const first = this.first();
			if (!first) return;
			const leftMs = first.dueAt - this.now();
			if (isQuiet && quiet + 1 >= quietTurns && leftMs <= longestWaitMs) this.skippedMs += Math.max(0, leftMs);
			if (first.dueAt > this.now()) return this.look(isQuiet ? quiet + 1 : 0);
			this.timers.delete(first);
			this.events++;
			this.look();
			first.work();
		}, 1);
	}

	private first(): Timer | undefined {
		let first: Timer | undefined;
		for (const timer of this.timers) if (!first || timer.dueAt < first.dueAt) first = timer;
		return first;
	}

	begin(): void {
		const { now, after, clear, soon } = this;
		const counted = <T>(work: Promise<T>): Promise<T> => {
			this.underWay++;
			return work.finally(() => this.ended());
		};
		Object.assign(globalThis, {
			setTimeout: after,
			clearTimeout: clear,
			setImmediate: soon,
			scheduler: { wait: (ms: number) => new Promise<void>((resolve) => after(() => resolve(), ms)) },
			performance: { now: () => real.performance.now() + this.skippedMs },
			Date: class extends real.Date {
				constructor(...args: unknown[]) {
					super(...((args.length === 0 ? [now()] : args) as []));
				}
				static override now = now;
			},
		});
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			after(() => controller.abort(new DOMException("The operation timed out.", "TimeoutError")), ms);
			return controller.signal;
		};
		const subtle = new Proxy(real.subtle, {
			get(target, name) {
				const member: unknown = Reflect.get(target, name, target);
				if (typeof member !== "function") return member;
				return (...args: unknown[]) => counted(Reflect.apply(member, target, args));
			},
		});
		Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
	}

	/** Timers that are left go on as usual. */
	end(): void {
		const { abortAfter, subtle, ...globals } = real;
		Object.assign(globalThis, globals);
		AbortSignal.timeout = abortAfter;
		Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
		real.clearTimeout(this.watch);
		for (const { dueAt, work } of this.timers) real.setTimeout(work, dueAt - this.now()).unref();
	}
}

/**
 * Lets the tests of a file wait only as long as something goes on. Once the platform and WebCrypto have been silent
 * for some milliseconds, the next timer is due, and the clocks jump to its time. So waits keep their order and their
 * measure, and a bound on a time that passes is a bound as before.
 */
export function skipWaits(): void {
	// workerd has clocks of its own, and the files wait there.
	if (isInWorkerd) return;
	const waits = new SkippedWaits();
	beforeAll(() => waits.begin());
	afterAll(() => waits.end());
}
