import { quantile, sleep } from "../harness/server.ts";
import { times } from "./drill.ts";
import type { Service } from "./service/service.ts";

/** The times of a tenant's answers. */
export interface Measured {
	p50: number;
	p95: number;
	/** The answers with an unexpected status. */
	wrong: string[];
}

let made = 0;

/** Sends so many requests a second and measures each answer. Every third request creates a client. */
export async function load(on: Service, keys: string[], perSecond: number, seconds: number): Promise<Measured> {
	const took: number[] = [];
	const wrong: string[] = [];
	const ask = async (n: number) => {
		await sleep((n * 1000) / perSecond);
		const key = keys[n % keys.length];
		const began = performance.now();
		const body = { email: `load-${made++}@example.com`, first_name: "Ana" };
		const [method, path] = n % 3 === 0 ? ["POST", "/v1/clients"] : ["GET", "/v1/clients?limit=20"];
		const { status } = await on.call(method, path, { key, ...(method === "POST" ? { body } : {}) });
		took.push(performance.now() - began);
		if (status !== (method === "POST" ? 201 : 200)) wrong.push(`${method} ${path}: ${status}`);
	};
	await Promise.all(times(perSecond * seconds, ask));
	return { p50: Math.round(quantile(took, 0.5)), p95: Math.round(quantile(took, 0.95)), wrong };
}
