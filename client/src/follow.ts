import { AbortableTry } from "./abortable-try.ts";
import type { EventOf, PublicEventType } from "./generated/events.ts";
import type { FeedPage, Page } from "./list.ts";
import { isRetryable, retryDelayMs, sleep } from "./retry.ts";
import type { Transport } from "./transport.ts";

export interface FollowOptions<T extends PublicEventType = PublicEventType> {
	/**
	 * Begins after the event with this `sequence`. 0 begins with the oldest event that is kept. Default: the next event.
	 */
	after?: number | undefined;
	/** Gives only events of these types. */
	types?: readonly T[] | undefined;
	/** Ends the feed, even while it waits. The loop then throws the reason of the signal, as `fetch` does. */
	signal?: AbortSignal | undefined;
	/** Is called after each failure that may pass, with the time that the feed waits before its next try. */
	onRetry?: ((failure: { error: unknown; waitMs: number }) => void) | undefined;
}

/** The time that the service waits for an event before it answers with an empty page. */
const waitSeconds = 20;
/** A request that takes longer than this has lost its connection. */
const requestTimeoutMs = (waitSeconds + 10) * 1000;

/**
 * The events of the studio: in order, each one once. It waits for the next event, and it continues after a disconnect
 * and after a restart of the service, however long they last. It requests more only when the loop asks for more, so a
 * slow program is never flooded.
 */
export class Feed<T extends PublicEventType = PublicEventType> implements AsyncIterableIterator<EventOf<T>> {
	readonly #transport: Transport;
	readonly #options: FollowOptions<T>;
	readonly #ended = new AbortController();
	readonly #events: AsyncGenerator<EventOf<T>, undefined>;
	#sequence: number | undefined;

	constructor(transport: Transport, options: FollowOptions<T> = {}) {
		this.#transport = transport;
		this.#options = options;
		this.#sequence = options.after;
		this.#events = this.#readEvents();
	}

	/**
	 * The number of the last event that the loop received. Keep it: `follow({ after })` continues after it. Undefined
	 * before the first answer.
	 */
	get sequence(): number | undefined {
		return this.#sequence;
	}

	next = (): Promise<IteratorResult<EventOf<T>, undefined>> => this.#events.next();

	/** Ends the feed, even while it waits. */
	return = (): Promise<IteratorResult<EventOf<T>, undefined>> => {
		this.#ended.abort();
		return this.#events.return(undefined);
	};

	[Symbol.asyncIterator](): this {
		return this;
	}

	async *#readEvents(): AsyncGenerator<EventOf<T>, undefined> {
		let after = this.#options.after ?? (await this.#withRetries((signal) => this.#newestSequence(signal)));
		while (after !== undefined) {
			const from: number = after;
			this.#sequence = from;
			const page = await this.#withRetries((signal) => this.#page(from, signal));
			if (!page) return;
			for (const event of page.data) {
				this.#options.signal?.throwIfAborted();
				this.#sequence = event.sequence;
				yield event;
			}
			after = page.next_after_sequence;
		}
	}

	/** The number of the newest event; 0 if there is none. */
	async #newestSequence(signal: AbortSignal): Promise<number> {
		const page = await this.#transport.send<Page<EventOf<T>>>("GET", "/v1/events", {
			query: { limit: 1 },
			signal,
			maxRetries: 0,
		});
		return page?.data[0]?.sequence ?? 0;
	}

	#page(after_sequence: number, signal: AbortSignal): Promise<Required<FeedPage<EventOf<T>>> | null> {
		const { types } = this.#options;
		return this.#transport.send<Required<FeedPage<EventOf<T>>>>("GET", "/v1/events", {
			query: { after_sequence, wait: waitSeconds, limit: 100, type: types?.length ? types.join() : undefined },
			signal,
			timeoutMs: requestTimeoutMs,
			maxRetries: 0,
		});
	}

	/** Repeats the request until it is answered, however long the service is away. Undefined if the feed was ended. */
	async #withRetries<A>(request: (signal: AbortSignal) => Promise<A>): Promise<A | undefined> {
		const { signal, onRetry } = this.#options;
		for (let failures = 0; ; ) {
			const currentTry = new AbortableTry([this.#ended.signal, signal]);
			try {
				return await request(currentTry.signal);
			} catch (error) {
				if (this.#ended.signal.aborted) return undefined;
				signal?.throwIfAborted();
				// The machine has slept, so the connection is dead. A new one needs no wait.
				if (currentTry.hasSlept) continue;
				if (!isRetryable(error)) throw error;
				failures++;
				const wait = retryDelayMs(failures, error);
				onRetry?.({ error, waitMs: wait });
				await sleep(wait, currentTry.signal).catch(() => {});
				if (this.#ended.signal.aborted) return undefined;
				signal?.throwIfAborted();
			} finally {
				currentTry.end();
			}
		}
	}
}
