import type { Miniflare, V4WorkerOptions } from "miniflare";
import { floorTables } from "../floor/tables.ts";
import { bundled } from "./bundle.ts";

const compatibilityDate = "2026-11-01";
const productQueueOptions = { maxBatchSize: 4, maxBatchTimeout: 0, maxRetries: 10 };

export async function floor(): Promise<V4WorkerOptions> {
	return {
		name: "floor",
		compatibilityDate,
		modules: [await bundled("floor/worker.ts")],
		d1Databases: { DATA: { id: "floor" } },
		durableObjects: { GATE: { className: "Gate", useSQLite: true } },
	} as V4WorkerOptions;
}

export async function makeFloorTables(runtime: Miniflare): Promise<void> {
	const d1 = await runtime.getD1Database("DATA", "floor");
	await d1.batch(floorTables.map((sql) => d1.prepare(sql)));
}

export async function betterAuth(): Promise<V4WorkerOptions> {
	return {
		name: "better-auth",
		compatibilityDate,
		modules: [await bundled("peers/better-auth/worker.ts")],
		d1Databases: { DATA: { id: "better-auth" } },
	} as V4WorkerOptions;
}

export async function plainQueue(): Promise<V4WorkerOptions> {
	return {
		name: "plain-queue",
		compatibilityDate,
		modules: [await bundled("peers/plain-queue/worker.ts")],
		d1Databases: { DATA: { id: "plain-queue" } },
		queueProducers: { WEBHOOKS: { queueName: "plain-deliveries" } },
		queueConsumers: { "plain-deliveries": productQueueOptions },
	} as V4WorkerOptions;
}
