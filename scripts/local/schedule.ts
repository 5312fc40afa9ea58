import { setTimeout as sleep } from "node:timers/promises";

/** Cloudflare runs the scheduled work every minute. Local development does not. */
const intervalMs = 60_000;

/** No message of a queue outlives a start, so the first runs find at once what was under way when the service ended. */
const earlyIntervalMs = 5_000;
const earlyMs = 120_000;

/** A change may make work due at once. Runs after changes have this distance. */
const distanceMs = 1_000;

/** The schedule of a local service. */
export class Schedule {
	#wake = () => {};

	/** A request has changed something. */
	noteChange = (): void => this.#wake();

	async run(origin: string): Promise<never> {
		const startedAt = Date.now();
		for (let failures = 0; ; ) {
			const changed = new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
			failures = (await runOnce(origin)) ? 0 : failures + 1;
			if (failures === 3) console.error("Scheduled work has failed three times in a row.");
			await sleep(distanceMs);
			const waiting = new AbortController();
			const waitMs = (Date.now() - startedAt < earlyMs ? earlyIntervalMs : intervalMs) - distanceMs;
			await Promise.race([changed, sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})]);
			waiting.abort();
		}
	}
}

const runOnce = (origin: string): Promise<boolean> =>
	fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`)
		.then(async (response) => (await response.text()) === "ok")
		.catch(() => false);
