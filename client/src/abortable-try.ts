const checkEveryMs = 1000;
/** A timer that is later than this shows that the machine has slept. */
const sleepThresholdMs = 5000;

/** Each try ends when one of the signals is aborted, or when the machine has slept. */
export class AbortableTry {
	readonly #stopping = new AbortController();
	readonly #signals: AbortSignal[];
	readonly #watch: ReturnType<typeof setInterval>;
	readonly #stop = () => this.#stopping.abort();
	hasSlept = false;

	constructor(signals: (AbortSignal | undefined)[], now: () => number = Date.now) {
		this.#signals = signals.filter((signal) => signal !== undefined);
		for (const signal of this.#signals) {
			if (signal.aborted) this.#stop();
			signal.addEventListener("abort", this.#stop);
		}
		let lastCheckAt = now();
		this.#watch = setInterval(() => {
			const late = now() - lastCheckAt - checkEveryMs;
			lastCheckAt = now();
			if (late < sleepThresholdMs) return;
			this.hasSlept = true;
			this.#stop();
		}, checkEveryMs);
	}

	get signal(): AbortSignal {
		return this.#stopping.signal;
	}

	end(): void {
		clearInterval(this.#watch);
		for (const signal of this.#signals) signal.removeEventListener("abort", this.#stop);
	}
}
