import type { Network } from "./network.ts";
import type { Time } from "./time.ts";

export interface ConsumerOptions {
	maxBatchSize: number;
	maxBatchTimeoutMs: number;
	maxRetries: number;
	maxConcurrency: number;
}

interface Waiting {
	id: string;
	/** The body as JSON, in which form it travels. */
	text: string;
	timestamp: Date;
	attempts: number;
}

interface MessageToSend {
	body: unknown;
	delaySeconds?: number;
}

interface Given {
	id: string;
	body: unknown;
	timestamp: Date;
	attempts: number;
}

type Handling = { ack: true } | { retryAfterMs: number };

const retryAfter = ({ delaySeconds = 0 }: { delaySeconds?: number } = {}): Handling => ({
	retryAfterMs: delaySeconds * 1000,
});

/** A message as the consumer sees it. The first of `ack` and `retry` counts. */
class Message {
	readonly id: string;
	readonly timestamp: Date;
	readonly body: unknown;
	readonly attempts: number;
	handling: Handling | undefined;

	constructor({ id, body, timestamp, attempts }: Given) {
		this.id = id;
		this.timestamp = timestamp;
		this.attempts = attempts;
		this.body = body;
	}

	ack(): void {
		this.handling ??= { ack: true };
	}

	retry(options?: { delaySeconds?: number }): void {
		this.handling ??= retryAfter(options);
	}
}

export class Batch {
	readonly queue: string;
	readonly messages: readonly Message[];
	private whole: Handling | undefined;

	constructor(queue: string, given: readonly Given[]) {
		this.queue = queue;
		this.messages = given.map((one) => new Message(one));
	}

	ackAll(): void {
		this.whole ??= { ack: true };
	}

	retryAll(options?: { delaySeconds?: number }): void {
		this.whole ??= retryAfter(options);
	}

	/** The delay after which a message comes again; null if it is done. A batch that failed comes again as a whole. */
	delayOf(message: Message, hasFailed: boolean): number | null {
		const own = message.handling && "retryAfterMs" in message.handling ? message.handling.retryAfterMs : undefined;
		const whole = this.whole && "retryAfterMs" in this.whole ? this.whole.retryAfterMs : undefined;
		return own ?? whole ?? (hasFailed ? 0 : null);
	}
}

/** The limits of Cloudflare Queues, as local development has them. */
const maxMessages = 100;
const maxMessageBytes = 128_000;
const maxBytesAtOnce = 288_000;
const longestDelaySeconds = 86_400;

function encoded(body: unknown): string {
	if (body === undefined) throw new TypeError("Message body cannot be undefined");
	return JSON.stringify(body) ?? "{}";
}

function checkMessages(messages: readonly { text: string; delaySeconds: number }[]): void {
	const sizes = messages.map(({ text }) => Buffer.byteLength(text));
	const isTooMuch =
		sizes.length > maxMessages ||
		sizes.some((size) => size > maxMessageBytes) ||
		sizes.reduce((sum, size) => sum + size, 0) > maxBytesAtOnce ||
		messages.some(({ delaySeconds }) => delaySeconds < 0 || delaySeconds > longestDelaySeconds);
	if (isTooMuch) throw new Error("Unknown Internal Error (15000)");
}

export class QueueInMemory {
	readonly name: string;
	private readonly time: Time;
	private readonly consumer: ConsumerOptions | undefined;
	private readonly consume: (batch: Batch) => Promise<void>;
	private readonly copies: () => number[];
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
		copies: () => number[] = () => [0],
	) {
		this.copies = copies;
		this.time = time;
		this.name = name;
		this.consumer = consumer;
		this.consume = consume;
	}

	/** Checks and encodes messages. Returns the function that takes them. */
	prepare(given: Iterable<MessageToSend>, options: { delaySeconds?: number } = {}): () => void {
		const messages = [...given].map(({ body, delaySeconds }) => ({
			text: encoded(body),
			delaySeconds: delaySeconds ?? options.delaySeconds ?? 0,
		}));
		if (messages.length === 0) throw new TypeError("sendBatch() requires at least one message");
		checkMessages(messages);
		return () => {
			for (const { text, delaySeconds } of messages) this.take(text, delaySeconds);
		};
	}

	async metrics(): Promise<{ backlogCount: number; backlogBytes: number }> {
		const bytes = this.ready.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
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

	private take(text: string, delaySeconds: number): void {
		const message = { id: this.newId(), text, timestamp: new Date(this.time.now()), attempts: 1 };
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
		const batch = new Batch(
			this.name,
			messages.map(({ text, ...message }) => ({ ...message, body: JSON.parse(text) })),
		);
		let failed = false;
		try {
			await this.consume(batch);
		} catch {
			failed = true;
		}
		this.running--;
		if (generation !== this.generation) return;
		for (const [n, message] of messages.entries()) {
			const delayMs = batch.delayOf(batch.messages[n] as Message, failed);
			if (delayMs !== null) this.again(message, delayMs);
		}
		if (this.ready.length > 0) this.start();
	}

	private again(message: Waiting, afterMs: number): void {
		if (message.attempts <= (this.consumer as ConsumerOptions).maxRetries)
			this.add({ ...message, attempts: message.attempts + 1 }, afterMs);
	}
}

export class QueueProducer {
	private readonly queue: QueueInMemory;
	private readonly network: Network;

	constructor(queue: QueueInMemory, network: Network) {
		this.queue = queue;
		this.network = network;
	}

	send(body: unknown, options?: { delaySeconds?: number }): Promise<void> {
		return this.sendBatch([{ body }], options);
	}

	/** The messages are encoded at once, so later changes of the caller do not count. */
	async sendBatch(messages: Iterable<MessageToSend>, options?: { delaySeconds?: number }): Promise<void> {
		const take = this.queue.prepare(messages, options);
		await this.call(async () => take());
	}

	metrics: QueueInMemory["metrics"] = () => this.call(() => this.queue.metrics());

	private call = <T>(work: () => Promise<T>): Promise<T> =>
		this.network.call({ kind: "queue", name: this.queue.name }, work);
}
