import type { Network } from "./network.ts";
import type { Time } from "./time.ts";

export interface ConsumerOptions {
	maxBatchSize: number;
	maxBatchTimeoutMs: number;
	maxRetries: number;
	deadLetterQueue: string | undefined;
	maxConcurrency: number;
}

interface Waiting {
	id: string;
	body: unknown;
	timestamp: Date;
	attempts: number;
}

type Handling = { ack: true } | { retryAfterMs: number };

/** A message as the consumer sees it. The first of `ack` and `retry` counts. */
class Message {
	readonly id: string;
	readonly timestamp: Date;
	readonly body: unknown;
	readonly attempts: number;
	handling: Handling | undefined;

	constructor({ id, body, timestamp, attempts }: Waiting) {
		Object.assign(this, { id, timestamp, attempts });
		this.id = id;
		this.timestamp = timestamp;
		this.attempts = attempts;
		this.body = body;
	}

	ack(): void {
		this.handling ??= { ack: true };
	}

	retry({ delaySeconds = 0 }: { delaySeconds?: number } = {}): void {
		this.handling ??= { retryAfterMs: delaySeconds * 1000 };
	}
}

export class Batch {
	readonly queue: string;
	readonly messages: readonly Message[];

	constructor(queue: string, waiting: readonly Waiting[]) {
		this.queue = queue;
		this.messages = waiting.map((one) => new Message(one));
	}

	ackAll(): void {
		for (const message of this.messages) message.ack();
	}

	retryAll(options?: { delaySeconds?: number }): void {
		for (const message of this.messages) message.retry(options);
	}
}

/** A queue in memory: at least once, in batches, with delays and retries. */
export class QueueInMemory {
	readonly name: string;
	private readonly time: Time;
	private readonly consumer: ConsumerOptions | undefined;
	private readonly consume: (batch: Batch) => Promise<void>;
	private readonly copies: () => number[];
	private readonly deadLetters: () => QueueInMemory | undefined;
	private ready: Waiting[] = [];
	private readonly delayed = new Set<() => void>();
	private cancelFlush: (() => void) | undefined;
	private running = 0;
	private generation = 0;
	private sent = 0;

	constructor(
		time: Time,
		name: string,
		consumer: ConsumerOptions | undefined,
		consume: (batch: Batch) => Promise<void>,
		deadLetters: () => QueueInMemory | undefined,
		copies: () => number[] = () => [0],
	) {
		this.copies = copies;
		this.time = time;
		this.name = name;
		this.consumer = consumer;
		this.consume = consume;
		this.deadLetters = deadLetters;
	}

	async send(body: unknown, { delaySeconds = 0 }: { delaySeconds?: number } = {}): Promise<void> {
		this.take(body, delaySeconds);
	}

	async sendBatch(
		messages: Iterable<{ body: unknown; delaySeconds?: number }>,
		options: { delaySeconds?: number } = {},
	): Promise<void> {
		const all = [...messages];
		if (all.length > 100) throw new Error("Queue sendBatch failed: batch message count exceeds limit of 100.");
		for (const { body, delaySeconds } of all) this.take(body, delaySeconds ?? options.delaySeconds ?? 0);
	}

	async metrics(): Promise<{ backlogCount: number; backlogBytes: number }> {
		const bytes = this.ready.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
		return { backlogCount: this.ready.length + this.delayed.size, backlogBytes: bytes };
	}

	/** Forgets all messages, also those that a running batch would retry. */
	reset(): void {
		this.generation++;
		this.ready = [];
		for (const cancel of this.delayed) cancel();
		this.delayed.clear();
		this.cancelFlush?.();
		this.cancelFlush = undefined;
	}

	private take(body: unknown, delaySeconds: number): void {
		const message = {
			id: this.newId(),
			body: structuredClone(body),
			timestamp: new Date(this.time.now()),
			attempts: 1,
		};
		for (const furtherSeconds of this.copies()) this.add(message, (delaySeconds + furtherSeconds) * 1000);
	}

	private newId = (): string => (++this.sent).toString(16).padStart(32, "0");

	private add(message: Waiting, afterMs: number): void {
		// A queue without a consumer here drops its messages.
		if (!this.consumer) return;
		if (afterMs === 0) {
			this.arrive(message);
			return;
		}
		const cancel = this.time.after(afterMs, () => {
			this.delayed.delete(cancel);
			this.arrive(message);
		});
		this.delayed.add(cancel);
	}

	private arrive(message: Waiting): void {
		this.ready.push(message);
		const { maxBatchSize, maxBatchTimeoutMs } = this.consumer as ConsumerOptions;
		if (this.ready.length >= maxBatchSize) this.time.soon(() => this.start());
		else this.cancelFlush ??= this.time.after(maxBatchTimeoutMs, () => this.start());
	}

	private start(): void {
		this.cancelFlush?.();
		this.cancelFlush = undefined;
		const { maxBatchSize, maxConcurrency } = this.consumer as ConsumerOptions;
		while (this.ready.length > 0 && this.running < maxConcurrency)
			void this.run(this.ready.splice(0, maxBatchSize), this.generation);
	}

	private async run(messages: Waiting[], generation: number): Promise<void> {
		this.running++;
		const batch = new Batch(this.name, messages);
		let failed = false;
		try {
			await this.consume(batch);
		} catch {
			failed = true;
		}
		this.running--;
		if (generation !== this.generation) return;
		for (const [n, message] of messages.entries()) {
			const handling = batch.messages[n]?.handling ?? (failed ? { retryAfterMs: 0 } : { ack: true as const });
			if ("retryAfterMs" in handling) this.again(message, handling.retryAfterMs);
		}
		if (this.ready.length > 0) this.start();
	}

	private again(message: Waiting, afterMs: number): void {
		if (message.attempts <= (this.consumer as ConsumerOptions).maxRetries)
			this.add({ ...message, attempts: message.attempts + 1 }, afterMs);
		else this.deadLetters()?.add({ ...message, attempts: 1 }, 0);
	}
}

/** A queue as the code of an isolate sees it. */
export class QueueProducer {
	private readonly queue: QueueInMemory;
	private readonly network: Network;

	constructor(queue: QueueInMemory, network: Network) {
		this.queue = queue;
		this.network = network;
	}

	send: QueueInMemory["send"] = (body, options) => this.call(() => this.queue.send(body, options));

	sendBatch: QueueInMemory["sendBatch"] = (messages, options) =>
		this.call(() => this.queue.sendBatch(messages, options));

	metrics: QueueInMemory["metrics"] = () => this.call(() => this.queue.metrics());

	private call = <T>(work: () => Promise<T>): Promise<T> =>
		this.network.call({ kind: "queue", name: this.queue.name }, work);
}
