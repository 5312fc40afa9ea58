import { Pool } from "undici";

export interface Request {
	method: "GET" | "POST";
	path: string;
	headers: Record<string, string>;
	body?: string;
	/** Any other status ends the run: a refusal is no answer to measure. */
	expected: number;
}

export interface Driven {
	/** In milliseconds, each answer's. */
	latencies: number[];
	seconds: number;
}

/** Sends requests for so many seconds, each connection one after the other. */
export async function drive(
	origin: string,
	next: () => Request,
	{ connections, seconds }: { connections: number; seconds: number },
): Promise<Driven> {
	const pool = new Pool(origin, { connections, pipelining: 1 });
	const latencies: number[] = [];
	const began = performance.now();
	const endsAt = began + seconds * 1000;
	const send = async () => {
		while (performance.now() < endsAt) {
			const { expected, ...request } = next();
			const sentAt = performance.now();
			const { statusCode, body } = await pool.request(request);
			const text = await body.text();
			latencies.push(performance.now() - sentAt);
			if (statusCode !== expected) throw new Error(`${request.method} ${request.path}: ${statusCode} ${text}`);
		}
	};
	await Promise.all(Array.from({ length: connections }, send));
	const took = (performance.now() - began) / 1000;
	await pool.close();
	return { latencies, seconds: took };
}
