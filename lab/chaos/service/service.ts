import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { runtimeProcesses } from "../../bench/cpu.ts";
import { Caller } from "../../harness/caller.ts";
import { migrateProduct, operatorToken, productFiles, productWorker } from "../../harness/product-runtime.ts";
import type { FaultCounts, Faults } from "./faults.ts";

const databases = 3;
/** As often as `npm start` does it. */
const scheduleMs = 2000;

/** The product in a runtime of its own, which fails as a drill wants it. */
export class Service extends Caller {
	readonly origin: string;
	readonly operatorToken = operatorToken;
	private readonly runtime: Miniflare;
	private readonly stopping = new AbortController();
	private readonly schedule: Promise<void>;
	private clockMs = 0;

	private constructor(runtime: Miniflare, origin: string) {
		super();
		this.runtime = runtime;
		this.origin = origin;
		this.schedule = this.runSchedule();
	}

	static async start(): Promise<Service> {
		const product = productWorker({ entry: "lab/chaos/service/worker.ts", databases });
		const runtime = new Miniflare(
			convertV4MiniflareOptions({
				log: new Log(LogLevel.NONE),
				// The lines of the log are written and go nowhere.
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

	/** Changes what goes wrong from now on. Returns how often it did so far. */
	async faults(faults: Partial<Faults>): Promise<FaultCounts> {
		const response = await fetch(`${this.origin}/drill/faults`, { method: "PUT", body: JSON.stringify(faults) });
		return (await response.json()) as FaultCounts;
	}

	/** Moves the clock of the machine on, or back. */
	async moveClock(ms: number): Promise<void> {
		this.clockMs += ms;
		await this.faults({ clockMs: this.clockMs });
	}

	/** Has a gate forget what it has in memory, in the middle of what it does. */
	async crashGate(name: string): Promise<void> {
		await fetch(`${this.origin}/drill/gates/${name}`, { method: "POST" });
	}

	database = (binding: string): Promise<D1Database> => this.runtime.getD1Database(binding, "product");

	async dataDatabases(): Promise<D1Database[]> {
		return await Promise.all(Array.from({ length: databases }, (_, n) => this.database(`DATA_${n + 1}`)));
	}

	/** The memory that the runtime holds, in MB; null where the system does not tell. */
	memory(): number | null {
		const pids = runtimeProcesses();
		if (!pids) return null;
		const pages = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]));
		return pages.reduce((sum, each) => sum + each, 0) / 256;
	}

	private async runSchedule(): Promise<void> {
		const { signal } = this.stopping;
		while (!signal.aborted) {
			await fetch(`${this.origin}/drill/schedule`, { method: "POST" }).catch(() => {});
			await sleep(scheduleMs, undefined, { signal }).catch(() => {});
		}
	}
}
