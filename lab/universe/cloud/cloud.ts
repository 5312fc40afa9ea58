import { createHash } from "node:crypto";
import { ExecutionContextInMemory } from "../../platform/execution-context.ts";
import { type Bindings, Platform } from "../../platform/platform.ts";
import type { WorkerCode } from "./bundle.ts";
import { Faults } from "./faults.ts";
import { Isolate, isolateEnded } from "./isolate.ts";
import type { Simulation } from "./simulation.ts";

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

interface Options {
	bindings: Bindings;
	code: WorkerCode;
	simulation: Simulation;
	/** The servers of others: receivers of webhooks, calendars. */
	fetchElsewhere: (request: Request) => Promise<Response>;
	sendMail: (mail: unknown) => Promise<unknown>;
	log: (line: string) => void;
	/** The number of isolates that answer requests, and of those in which the objects live. */
	isolates?: { front: number; objects: number } | undefined;
}

/** The clocks of two machines differ by up to twice this. */
const mostClockOffsetMs = 100;
const usualIsolates = { front: 3, objects: 2 };

export class Cloud {
	readonly platform: Platform;
	readonly faults: Faults;
	private readonly options: Options;
	private code: WorkerCode;
	private front: Isolate[];
	private objects: Isolate[];
	private readonly digest = createHash("sha256");

	constructor(options: Options) {
		const { simulation, bindings, code, isolates = usualIsolates } = options;
		this.options = options;
		this.code = code;
		this.faults = new Faults(simulation.random, simulation.now);
		this.platform = new Platform(bindings, {
			time: simulation,
			nextHost: () => this.pick(this.front),
			hostOfObject: () => this.pick(this.objects),
			copies: this.faults.copies,
			surroundings: {
				now: simulation.now,
				randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(simulation.random() * 256)),
			},
		});
		this.front = Array.from({ length: isolates.front }, () => this.newIsolate());
		this.objects = Array.from({ length: isolates.objects }, () => this.newIsolate());
	}

	/** Begins the schedule. The platform's own has a run each minute, and a fifth of them finds whatever is due as well. */
	start(everyMs: number): void {
		const { simulation } = this.options;
		simulation.after(everyMs - (simulation.now() % everyMs), () => {
			void this.tick();
			this.start(everyMs);
		});
	}

	/** A request from the network. It rejects if its isolate ends before it has answered. */
	async fetch(request: Request): Promise<Answer> {
		const { simulation } = this.options;
		await simulation.wait(1 + 5 * simulation.random());
		const isolate = this.pick(this.front);
		const worker = await isolate.load();
		const answer = await isolate.run(async () => {
			const response = await worker.default.fetch(request, isolate.env, new ExecutionContextInMemory());
			return { status: response.status, headers: response.headers, text: await response.text() };
		});
		this.note(`${request.method} ${request.url} ${answer.status} ${answer.text}`);
		await simulation.wait(1 + 5 * simulation.random());
		return answer;
	}

	endIsolate(which: "front" | "objects", n: number): void {
		const isolates = this[which];
		const index = n % isolates.length;
		const isolate = isolates[index] as Isolate;
		isolate.end();
		for (const namespace of this.platform.namespaces.values()) namespace.evictFrom(isolate);
		isolates[index] = this.newIsolate();
	}

	/** Requests that are under way end in the old version. */
	deploy(code = this.code): void {
		this.code = code;
		for (let n = 0; n < this.objects.length; n++) this.endIsolate("objects", n);
		this.front = this.front.map(() => this.newIsolate());
	}

	/** Takes an object from memory. */
	evictObject(binding: string, n: number): void {
		const namespace = this.platform.namespaces.get(binding);
		const names = namespace?.names() ?? [];
		const name = names[n % names.length];
		if (name !== undefined) namespace?.objectNamed(name).evict("hibernate");
	}

	/** Adds a message to the hash of the run. */
	note = (text: string): void => void this.digest.update(`${this.options.simulation.now()} ${text}\n`);

	/** The hash of all messages until now. */
	hash = (): string => this.digest.copy().digest("hex");

	async tick(): Promise<void> {
		const isolate = this.pick(this.front);
		try {
			const worker = await isolate.load();
			const { simulation } = this.options;
			const event = { cron: "* * * * *", scheduledTime: simulation.now(), noRetry() {} };
			const ctx = new ExecutionContextInMemory();
			await isolate.run(async () => {
				await worker.default.scheduled(event, isolate.env, ctx);
				await ctx.ended();
			});
		} catch (error) {
			this.note(`schedule ${error}`);
		}
	}

	private pick = (isolates: Isolate[]): Isolate => {
		const isolate = isolates[Math.floor(this.options.simulation.random() * isolates.length)];
		if (!isolate) throw isolateEnded();
		return isolate;
	};

	private newIsolate(): Isolate {
		const { simulation, fetchElsewhere, sendMail, log } = this.options;
		const offsetMs = Math.floor((simulation.random() - 0.5) * 2 * mostClockOffsetMs);
		const isolate = new Isolate({
			code: this.code,
			simulation,
			envOf: (network) => this.platform.envOf(network),
			journeyTo: this.faults.journeyTo,
			fetch: fetchElsewhere,
			log,
			clockOffsetMs: () => offsetMs,
		});
		isolate.env.EMAIL = { send: sendMail };
		// Pictures are scaled in threads of the machine, which know no virtual time.
		isolate.env.IMAGES = undefined;
		return isolate;
	}
}
