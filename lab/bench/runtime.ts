import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { migrateProduct, productFiles, productWorker } from "../harness/product-runtime.ts";
import { betterAuth, floor, makeFloorTables, plainQueue } from "./contenders/others.ts";
import { twinOf } from "./contenders/twin.ts";

/** All that are compared. Not each takes part in each scenario. */
const contenders = ["floor", "product", "better-auth", "plain-queue"] as const;
export type ContenderName = (typeof contenders)[number];

export interface Running {
	runtime: Miniflare;
	/** Where each listens. */
	origins: Record<ContenderName, string>;
	/** Where its twin listens, which counts. */
	twins: Record<ContenderName, string>;
}

/** All contenders in one runtime, each at a socket of its own, with nothing in between. */
export async function startContenders({ inspected = false } = {}): Promise<Running> {
	const workers = [productWorker(), ...(await Promise.all([floor(), betterAuth(), plainQueue()]))];
	const twins = await Promise.all(workers.map(twinOf));
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			log: new Log(LogLevel.ERROR),
			...(inspected ? { inspectorPort: 0 } : {}),
			// The product's lines about requests are written and go nowhere.
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
	return { runtime, origins: await originsOf((who) => who), twins: await originsOf((who) => `${who}-counted`) };
}
