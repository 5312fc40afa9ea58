import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { runtimeProcesses } from "../../bench/cpu.ts";
import { Caller } from "../../harness/caller.ts";
import { migrateProduct, operatorToken, productFiles, productWorker } from "../../harness/product-runtime.ts";
import type { FaultCounts, Faults, SentMail } from "./faults.ts";

const databases = 3;
/** The interval of `npm start`. */
const scheduleMs = 2000;

/** The product in its own runtime, with faults that a drill sets. */
export class Service extends Caller {
	readonly origin: string;
	readonly operatorToken = operatorToken;
	private readonly runtime: Miniflare;
	private readonly stopping = new AbortController();
	private readonly schedule: Promise<void>;
	private clockMs = 0;
	/** Stops the scheduled work, so that all calls are those of the drill's requests. */
	withoutSchedule = false;

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

	/** Changes the faults. Returns the number of faults so far. */
	async faults(faults: Partial<Faults>): Promise<FaultCounts> {
		const response = await fetch(`${this.origin}/drill/faults`, { method: "PUT", body: JSON.stringify(faults) });
		return (await response.json()) as FaultCounts;
	}

	/** The mails that the mail service took. */
	async mails(): Promise<SentMail[]> {
		return (await (await fetch(`${this.origin}/drill/mails`)).json()) as SentMail[];
	}

	/** Moves the machine's clock forwards, or backwards. */
	async moveClock(ms: number): Promise<void> {
		this.clockMs += ms;
		await this.faults({ clockMs: this.clockMs });
	}

	/** Crashes a gate in the middle of its work: its memory is lost. */
	async crashGate(name: string): Promise<void> {
		await fetch(`${this.origin}/drill/gates/${name}`, { method: "POST" });
	}

	database = (binding: string): Promise<D1Database> => this.runtime.getD1Database(binding, "product");

	/** The keys of up to 1000 objects of a bucket. */
	async objectKeys(binding: string, prefix: string): Promise<string[]> {
		const { objects } = await (await this.runtime.getR2Bucket(binding, "product")).list({ prefix });
		return objects.map(({ key }) => key);
	}

	async dataDatabases(): Promise<D1Database[]> {
		return await Promise.all(Array.from({ length: databases }, (_, n) => this.database(`DATA_${n + 1}`)));
	}

	/** The memory of the runtime, in MB; null if the system does not report it. */
	memory(): number | null {
		const pids = runtimeProcesses();
		if (!pids) return null;
		const pages = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]));
		return pages.reduce((sum, each) => sum + each, 0) / 256;
	}

	private async runSchedule(): Promise<void> {
		const { signal } = this.stopping;
		while (!signal.aborted) {
			if (!this.withoutSchedule) await fetch(`${this.origin}/drill/schedule`, { method: "POST" }).catch(() => {});
			await sleep(scheduleMs, undefined, { signal }).catch(() => {});
		}
	}
}
