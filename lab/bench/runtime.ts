import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { migrateProduct, productFiles, productWorker } from "../harness/product-runtime.ts";
import { betterAuth, floor, makeFloorTables, plainQueue } from "./contenders/others.ts";
import { twinOf } from "./contenders/twin.ts";

/** All contenders. Some take part in a few scenarios only. */
const contenders = ["floor", "product", "agent", "better-auth", "plain-queue"] as const;
export type ContenderName = (typeof contenders)[number];

export interface Running {
	runtime: Miniflare;
	/** The origin of each contender. */
	origins: Record<ContenderName, string>;
	/** The origin of each contender's counting twin. */
	twins: Record<ContenderName, string>;
}

/** An agent calls the Worker of the product. */
const workerOf = (who: ContenderName): string => (who === "agent" ? "product" : who);

/** Each contender has its own socket, without a proxy. */
export async function startContenders({ inspected = false } = {}): Promise<Running> {
	const workers = [productWorker(), ...(await Promise.all([floor(), betterAuth(), plainQueue()]))];
	const twins = await Promise.all(workers.map(twinOf));
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			log: new Log(LogLevel.ERROR),
			...(inspected ? { inspectorPort: 0 } : {}),
			// The product writes its log lines, and they are dropped here.
			handleStructuredLogs: () => {},
			workers: [...workers, ...twins, productFiles()].map((worker) => ({ ...worker, unsafeDirectSockets: [{}] })),
		}),
	);
	await runtime.ready;
	await migrateProduct(runtime);
	await makeFloorTables(runtime);
	const originsOf = async (nameOf: (who: ContenderName) => string) =>
		Object.fromEntries(
			await Promise.all(contenders.map(async (who) => [who, (await runtime.unsafeGetDirectURL(nameOf(who))).origin])),
		) as Record<ContenderName, string>;
	return { runtime, origins: await originsOf(workerOf), twins: await originsOf((who) => `${workerOf(who)}-counted`) };
}
