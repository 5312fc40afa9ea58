import { Pool } from "undici";

export interface Request {
	method: "GET" | "POST";
	path: string;
	headers: Record<string, string>;
	body?: string;
	/** Any other status ends the run: a refusal is no answer to measure. */
	expected: number;
	/** What belongs to it after its answer, such as the deliveries that it causes. It is timed, too. */
	completed?: (body: string) => unknown;
}

export interface Load {
	connections: number;
	seconds: number;
}

export interface DriveResult {
	/** In milliseconds, each answer's. */
	latencies: number[];
	seconds: number;
}

/** Sends one request, with all that belongs to it. */
async function send(pool: Pool, { expected, completed, ...request }: Request): Promise<void> {
	const { statusCode, body } = await pool.request(request);
	const text = await body.text();
	if (statusCode !== expected) throw new Error(`${request.method} ${request.path}: ${statusCode} ${text}`);
	await completed?.(text);
}

/** Sends requests for so many seconds, each connection one after the other. */
export async function drive(origin: string, next: () => Request, { connections, seconds }: Load): Promise<DriveResult> {
	const pool = new Pool(origin, { connections, pipelining: 1 });
	const latencies: number[] = [];
	const began = performance.now();
	const endsAt = began + seconds * 1000;
	const connection = async () => {
		while (performance.now() < endsAt) {
			const request = next();
			const sentAt = performance.now();
			await send(pool, request);
			latencies.push(performance.now() - sentAt);
		}
	};
	await Promise.all(Array.from({ length: connections }, connection));
	const took = (performance.now() - began) / 1000;
	await pool.close();
	return { latencies, seconds: took };
}

/** Sends one request after the other, and does something after each. */
export async function oneByOne(origin: string, next: () => Request, times: number, each: () => Promise<void>) {
	const pool = new Pool(origin, { connections: 1 });
	for (let n = 0; n < times; n++) {
		await send(pool, next());
		await each();
	}
	await pool.close();
}
