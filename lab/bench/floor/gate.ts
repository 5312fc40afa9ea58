import { DurableObject } from "cloudflare:workers";

interface Bucket {
	debtMs: number;
	at: number;
}

const minuteMs = 60_000;

/** A request that the floor keeps for its tenant. */
export type KeptRequest = [id: string, method: string, path: string, status: number, durationMs: number, at: number];

/** The floor's Durable Object: the limits, the requests that it keeps, and a call for the release of a key. */
export class Gate extends DurableObject<unknown> {
	readonly #buckets = new Map<string, Bucket>();

	async call(): Promise<void> {}

	/** Takes a token of the key and of the tenant. Returns the tokens that are left, or -1. */
	async enter(key: string, limit: number, tenantLimit: number): Promise<number> {
		const now = Date.now();
		const left = Math.min(this.#left(key, limit, now), this.#left("tenant", tenantLimit, now));
		if (left < 1) return -1;
		this.#take(key, limit, now);
		this.#take("tenant", tenantLimit, now);
		return Math.floor(left - 1);
	}

	async keep(requests: KeptRequest[]): Promise<void> {
		this.ctx.storage.sql.exec(
			"CREATE TABLE IF NOT EXISTS requests (id TEXT PRIMARY KEY, method, path, status, duration_ms, at) WITHOUT ROWID",
		);
		for (const request of requests)
			this.ctx.storage.sql.exec("INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?, ?, ?)", ...request);
	}

	#debt(name: string, now: number): number {
		const { debtMs, at } = this.#buckets.get(name) ?? { debtMs: 0, at: now };
		return Math.max(debtMs - (now - at), 0);
	}

	#left(name: string, limit: number, now: number): number {
		return ((minuteMs - this.#debt(name, now)) / minuteMs) * limit;
	}

	#take(name: string, limit: number, now: number): void {
		this.#buckets.set(name, { debtMs: this.#debt(name, now) + minuteMs / limit, at: now });
	}
}

export interface Env {
	GATE: DurableObjectNamespace<Gate>;
	DATA: D1Database;
}

export const gateOf = (env: Env, name: string) => env.GATE.getByName(name);
