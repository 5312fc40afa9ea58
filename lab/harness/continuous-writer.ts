import type { Caller } from "./caller.ts";
import { sleep } from "./server.ts";

const writesPerSecond = 15;

interface RefusedPeriod {
	from: number;
	to: number;
}

/** Creates fifteen clients a second until it is stopped. Repeats each create until it succeeds. */
export class ContinuousWriter {
	readonly ids: string[] = [];
	/** The times from the first refusal of a create to its success. */
	readonly refusals: RefusedPeriod[] = [];
	/** Answers that are wrong in every state of the tenant. */
	readonly wrong: string[] = [];
	private readonly running: Promise<void>[] = [];
	private isOver = false;
	private readonly caller: Caller;

	constructor(caller: Caller) {
		this.caller = caller;
	}

	begin(key: string): this {
		this.running.push(this.writeOn(key));
		return this;
	}

	async end(): Promise<void> {
		this.isOver = true;
		while (this.running.length > 0) await this.running.shift();
	}

	/** The longest time until a create succeeded, in milliseconds. */
	get longestWaitMs(): number {
		return Math.max(0, ...this.refusals.map(({ from, to }) => to - from));
	}

	private async writeOn(key: string): Promise<void> {
		for (let n = 0; !this.isOver; n++) {
			this.running.push(this.create(key, `new-${n}`));
			await sleep(1000 / writesPerSecond);
		}
	}

	private async create(key: string, name: string): Promise<void> {
		let since: number | undefined;
		for (;;) {
			const at = Date.now();
			const body = { email: `${name}@example.com`, first_name: name };
			const answer = await this.caller
				.call("POST", "/v1/clients", { key, body, headers: { "Idempotency-Key": name } })
				.catch(() => ({ status: 0, body: null }));
			if (answer.status === 201) {
				this.ids.push(answer.body.id);
				if (since !== undefined) this.refusals.push({ from: since, to: Date.now() });
				return;
			}
			if (![0, 503].includes(answer.status)) {
				this.wrong.push(JSON.stringify(answer.body));
				return;
			}
			since ??= at;
			await sleep(1000);
		}
	}
}

/** The sequence numbers of all events of a tenant. They must have no gap. */
export const numbersOfEvents = async (caller: Caller, key: string): Promise<number[]> =>
	(await caller.all("/v1/events", key)).map(({ sequence }) => sequence).sort((a, b) => a - b);
