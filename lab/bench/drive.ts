import { Pool } from "undici";

export interface Request {
	method: "GET" | "POST";
	path: string;
	headers: Record<string, string>;
	body?: string;
	/** Any other status ends the run, because a refusal must not be measured. */
	expected: number;
	/** Resolves when the work after the answer is done, such as deliveries. This time is measured, too. */
	completed?: (body: string) => unknown;
}

export interface Load {
	connections: number;
	seconds: number;
}

export interface DriveResult {
	/** Of each request, in milliseconds. */
	latencies: number[];
	seconds: number;
}

async function send(pool: Pool, { expected, completed, ...request }: Request): Promise<void> {
	const { statusCode, body } = await pool.request(request);
	const text = await body.text();
	if (statusCode !== expected) throw new Error(`${request.method} ${request.path}: ${statusCode} ${text}`);
	await completed?.(text);
}

/** Each connection sends its requests one by one. */
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

export async function oneByOne(origin: string, next: () => Request, times: number, each: () => Promise<void>) {
	const pool = new Pool(origin, { connections: 1 });
	for (let n = 0; n < times; n++) {
		await send(pool, next());
		await each();
	}
	await pool.close();
}
