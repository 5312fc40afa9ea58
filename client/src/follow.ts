import { AbortableTry } from "./abortable-try.ts";
import type { EventOf, PublicEventType } from "./generated/events.ts";
import type { FeedPage, Page } from "./list.ts";
import { isRetryable, retryDelayMs, sleep } from "./retry.ts";
import type { Transport } from "./transport.ts";

export interface FollowOptions<T extends PublicEventType = PublicEventType> {
	/** The `sequence` after which to begin. 0 begins with the oldest event that is kept. By default with the next one. */
	after?: number | undefined;
	/** Only events of these types. */
	types?: readonly T[] | undefined;
	/** Ends the feed, also while it waits. It then throws the reason of the signal, as `fetch` does. */
	signal?: AbortSignal | undefined;
	/** Hears of each failure that the feed outlasts, and how long it waits before it tries again. */
	onRetry?: ((failure: { error: unknown; waitMs: number }) => void) | undefined;
}

/** How long the service holds a request for which there is no event. */
const waitSeconds = 20;
/** Beyond this a request that waits has lost its service. */
const requestTimeoutMs = (waitSeconds + 10) * 1000;

/**
 * The events of the studio in their order, each once. It waits for the next one, and it outlasts disconnects and restarts
 * of any length. It reads on only when it is asked for more, so a slow reader is never flooded.
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

	/** All up to here was given. `follow({ after })` goes on from it. Undefined before the first answer. */
	get sequence(): number | undefined {
		return this.#sequence;
	}

	next = (): Promise<IteratorResult<EventOf<T>, undefined>> => this.#events.next();

	/** Ends the feed, also while it waits. */
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

	/** The number of the newest event. */
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

	/** What the request answers, however long the service is away. Undefined when the feed has ended. */
	async #withRetries<A>(request: (signal: AbortSignal) => Promise<A>): Promise<A | undefined> {
		const { signal, onRetry } = this.#options;
		for (let failures = 0; ; ) {
			const currentTry = new AbortableTry([this.#ended.signal, signal]);
			try {
				return await request(currentTry.signal);
			} catch (error) {
				if (this.#ended.signal.aborted) return undefined;
				signal?.throwIfAborted();
				// Its machine has slept: the connection is dead, and nothing speaks against another at once.
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
