import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { Caller } from "../../../lab/harness/caller.ts";
import { migrateProduct, operatorToken, productFiles, productWorker } from "../../../lab/harness/product-runtime.ts";

const databases = 3;
/** The interval of `npm start`. */
const scheduleMs = 2000;

/** The product in its own runtime, with three data databases that a drill can stop. */
export class Service extends Caller {
	readonly operatorToken = operatorToken;
	readonly origin: string;
	private readonly runtime: Miniflare;
	private readonly stopping = new AbortController();
	private readonly schedule: Promise<void>;

	private constructor(runtime: Miniflare, origin: string) {
		super();
		this.runtime = runtime;
		this.origin = origin;
		this.schedule = this.runSchedule();
	}

	static async start(): Promise<Service> {
		const product = productWorker({ entry: "test/drills/faulty-service/worker.ts", databases });
		const runtime = new Miniflare(
			convertV4MiniflareOptions({
				log: new Log(LogLevel.NONE),
				// The product writes its log lines, and they are dropped here.
				handleStructuredLogs: () => {},
				workers: [{ ...product, unsafeDirectSockets: [{}] }, productFiles()],
			}),
		);
		await runtime.ready;
		await migrateProduct(runtime, databases);
		return new Service(runtime, (await runtime.unsafeGetDirectURL("product")).origin);
	}

	async stop(): Promise<void> {
		this.stopping.abort();
		await this.schedule;
		await this.runtime.dispose();
	}

	/** Stops all databases, or lets them go on. */
	async standStill(standsStill: boolean): Promise<void> {
		await fetch(`${this.origin}/drill/standstill`, { method: "PUT", body: JSON.stringify(standsStill) });
	}

	database = (binding: string): Promise<D1Database> => this.runtime.getD1Database(binding, "product");

	private async runSchedule(): Promise<void> {
		const { signal } = this.stopping;
		const product = await this.runtime.getWorker("product");
		while (!signal.aborted) {
			await product.scheduled().catch(() => {});
			await sleep(scheduleMs, undefined, { signal }).catch(() => {});
		}
	}
}
