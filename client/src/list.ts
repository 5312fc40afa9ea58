import type { Answer } from "./answer.ts";

/** A page of a list, as the service answers it. */
export interface Page<T> {
	object: "list";
	data: T[];
	has_more: boolean;
	/** Null on the last page. */
	next_cursor: string | null;
}

interface Query {
	cursor?: string | undefined;
	after_sequence?: number | undefined;
}

type Read<T> = (query: Query) => Promise<Answer<Page<T>> | null>;

/** The pages of the feed say where to go on by a sequence. */
type AnyPage<T> = Page<T> & { next_after_sequence?: number };

/** What a cursor of this class says of a page. In the feed it is a colon and a sequence; the service's own have no colon. */
const placeOf = (cursor: string): Query =>
	cursor.startsWith(":")
		? { cursor: undefined, after_sequence: Number(cursor.slice(1)) }
		: { cursor: cursor || undefined };

const idOf = (record: unknown): string => (record as { id?: string }).id ?? "";

/**
 * A list whose records come one after the other, over all its pages. `for await` reads the next page when it is needed.
 * Waiting for the list itself gives its first page.
 */
export class List<T> implements AsyncIterableIterator<T>, PromiseLike<Answer<Page<T>>> {
	readonly #read: Read<T>;
	readonly #given: Query;
	#records: AsyncGenerator<T, undefined> | undefined;
	#cursor: string | null;

	constructor(read: Read<T>, query: Query = {}) {
		this.#read = read;
		this.#given = query;
		this.#cursor = query.cursor ?? "";
	}

	/**
	 * Where the list goes on after the record, or the page, that it gave last. `list({ cursor })` with the same filters
	 * begins there. Keep it when you have dealt with the record. Null when nothing is left.
	 */
	get cursor(): string | null {
		return this.#cursor;
	}

	/** The pages, one after the other. */
	async *pages(): AsyncGenerator<Answer<Page<T>>, undefined> {
		// A cursor of this class can end with the id of a record: the list goes on after it.
		const [from = "", last] = (this.#given.cursor ?? "").split("~");
		let cursor = from;
		let seen: string | undefined = last;
		for (;;) {
			const page = await this.#page({ ...this.#given, ...placeOf(cursor) });
			const { has_more, next_cursor, next_after_sequence } = page;
			const next = next_after_sequence === undefined ? next_cursor : `:${next_after_sequence}`;
			if (seen) page.data = page.data.slice(page.data.findIndex((record) => idOf(record) === seen) + 1);
			seen = undefined;
			this.#cursor = has_more ? next : null;
			yield page;
			if (!has_more) return;
			cursor = next ?? "";
		}
	}

	async *#each(): AsyncGenerator<T, undefined> {
		let at = (this.#given.cursor ?? "").split("~")[0];
		for await (const { data } of this.pages()) {
			const next = this.#cursor;
			for (const [n, record] of data.entries()) {
				this.#cursor = n === data.length - 1 ? next : `${at}~${idOf(record)}`;
				yield record;
			}
			at = next ?? "";
		}
	}

	#iterator(): AsyncGenerator<T, undefined> {
		this.#records ??= this.#each();
		return this.#records;
	}

	next = (): Promise<IteratorResult<T, undefined>> => this.#iterator().next();

	return = (): Promise<IteratorResult<T, undefined>> => this.#iterator().return(undefined);

	[Symbol.asyncIterator](): this {
		return this;
	}

	async #page(query: Query): Promise<Answer<AnyPage<T>>> {
		return (await this.#read(query)) as Answer<AnyPage<T>>;
	}

	// biome-ignore lint/suspicious/noThenProperty: `await studio.clients.list()` gives a page
	then<A = Answer<Page<T>>, B = never>(
		fulfilled?: ((page: Answer<Page<T>>) => A | PromiseLike<A>) | null,
		rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		const first = this.pages().next();
		return first.then(({ value }) => value as Answer<Page<T>>).then(fulfilled, rejected);
	}
}
