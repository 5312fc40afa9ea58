import { setTimeout as sleep } from "node:timers/promises";

export class Refusal extends Error {
	readonly status: number;
	readonly code: number;

	constructor(path: string, status: number, { code = 0, message = "" }: { code?: number; message?: string } = {}) {
		super(`Cloudflare refused ${path} (${status}): ${message} [code: ${code}]`);
		this.status = status;
		this.code = code;
	}
}

interface Envelope<T> {
	success: boolean;
	result: T;
	errors?: { code: number; message: string }[];
	result_info?: { total_count?: number };
}

interface Asking {
	headers?: Record<string, string>;
	body?: object;
}

export interface Access {
	base: string;
	/** The headers that say who asks. */
	credentials: Record<string, string>;
	retriesMs: number[];
}

/** The code of Workers for a Worker or a subdomain that is not there. */
const notThere = 10_007;
const timeoutMs = 30_000;
const pageSize = 100;

/** Only reads: wrangler's commands make and change things, but many of them print no JSON of what is there. */
export class Cloudflare {
	readonly accountId: string;
	private readonly base: string;
	private readonly credentials: Record<string, string>;
	/** The waits before it asks again. */
	private readonly retriesMs: number[];

	constructor(accountId: string, { base, credentials, retriesMs }: Access) {
		this.accountId = accountId;
		this.base = base;
		this.credentials = credentials;
		this.retriesMs = retriesMs;
	}

	/** Undefined if there is no such resource. */
	async find<T>(path: string, asking?: Asking): Promise<T | undefined> {
		try {
			return await this.get<T>(path, asking);
		} catch (error) {
			if (error instanceof Refusal && (error.status === 404 || error.code === notThere)) return undefined;
			throw error;
		}
	}

	get = async <T>(path: string, asking?: Asking): Promise<T> =>
		(await this.ask<T>(`/accounts/${this.accountId}${path}`, asking)).result;

	/** The path has a query already. */
	async list<T>(path: string): Promise<T[]> {
		const all: T[] = [];
		for (let page = 1; ; page++) {
			const { result } = await this.ask<T[]>(`/accounts/${this.accountId}${path}&page=${page}&per_page=${pageSize}`);
			all.push(...result);
			if (result.length < pageSize) return all;
		}
	}

	/** The rows are those of the first statement. The statements may run again, like every request. */
	async query<T>(databaseId: string, sql: string): Promise<T[]> {
		const [answer] = await this.get<[{ results: T[] }]>(`/d1/database/${databaseId}/query`, { body: { sql } });
		return answer.results;
	}

	/** Requests are repeated while Cloudflare is busy or away. */
	async ask<T>(path: string, { headers, body }: Asking = {}): Promise<Envelope<T>> {
		for (let tries = 0; ; tries++) {
			const failed = await this.once<T>(path, headers, body).catch((error: unknown) => error as Error);
			if (!(failed instanceof Error)) return failed;
			const wait = this.retriesMs[tries];
			const isFinal = failed instanceof Refusal && failed.status < 500 && failed.status !== 429;
			if (isFinal) throw failed;
			if (wait === undefined)
				throw failed instanceof Refusal ? failed : new Error(`Cloudflare did not answer ${path}: ${failed.message}.`);
			await sleep(wait);
		}
	}

	private async once<T>(path: string, headers?: Record<string, string>, body?: object): Promise<Envelope<T>> {
		const response = await fetch(this.base + path, {
			headers: { ...this.credentials, ...headers, ...(body && { "Content-Type": "application/json" }) },
			...(body && { method: "POST", body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const answer = (await response.json().catch(() => null)) as Envelope<T> | null;
		if (!response.ok || !answer?.success) throw new Refusal(path, response.status, answer?.errors?.[0]);
		return answer;
	}
}
