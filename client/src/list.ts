import type { Answer } from "./answer.ts";

/** One page of a list, as the service answers it. */
export interface Page<T> {
	object: "list";
	data: T[];
	has_more: boolean;
	/** The cursor of the next page; null on the last page. */
	next_cursor: string | null;
}

/** One page of the log of events. */
export interface FeedPage<T> extends Page<T> {
	/** The `after_sequence` of the next page. Only the answer to a query with `after_sequence` has it. */
	next_after_sequence?: number;
}

interface Query {
	cursor?: string | undefined;
	after_sequence?: number | undefined;
}

type Read<P> = (query: Query) => Promise<Answer<P> | null>;

/**
 * The query for the page at a cursor of this class. A cursor of the feed is a colon and a sequence; the cursors of the
 * service have no colon.
 */
const pageQueryOf = (cursor: string): Query =>
	cursor.startsWith(":")
		? { cursor: undefined, after_sequence: Number(cursor.slice(1)) }
		: { cursor: cursor || undefined };

const idOf = (record: unknown): string => (record as { id?: string }).id ?? "";

/**
 * A list of records over all its pages. `for await` gives the records one by one, and requests the next page when it
 * needs it. `await` gives the first page.
 */
export class List<T, P extends Page<T> = Page<T>> implements AsyncIterableIterator<T>, PromiseLike<Answer<P>> {
	readonly #read: Read<P>;
	readonly #query: Query;
	#records: AsyncGenerator<T, undefined> | undefined;
	#cursor: string | null;

	constructor(read: Read<P>, query: Query = {}) {
		this.#read = read;
		this.#query = query;
		this.#cursor = query.cursor ?? "";
	}

	/**
	 * The place after the last record, or the last page, that the list gave. Keep it when you have processed the record:
	 * `list({ cursor })` with the same filters continues there. Null at the end of the list.
	 */
	get cursor(): string | null {
		return this.#cursor;
	}

	/** Gives the pages one by one. */
	async *pages(): AsyncGenerator<Answer<P>, undefined> {
		// A cursor of this class may end with the id of a record of the page: the list continues after that record.
		const [from = "", last] = (this.#query.cursor ?? "").split("~");
		let cursor = from;
		let seen: string | undefined = last;
		for (;;) {
			const page = await this.#page({ ...this.#query, ...pageQueryOf(cursor) });
			const { has_more, next_cursor, next_after_sequence }: FeedPage<T> = page;
			const next = next_after_sequence === undefined ? next_cursor : `:${next_after_sequence}`;
			if (seen) page.data = page.data.slice(page.data.findIndex((record) => idOf(record) === seen) + 1);
			seen = undefined;
			this.#cursor = has_more ? next : null;
			yield page;
			if (!has_more) return;
			cursor = next ?? "";
		}
	}

	async *#readRecords(): AsyncGenerator<T, undefined> {
		let at = (this.#query.cursor ?? "").split("~")[0];
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
		this.#records ??= this.#readRecords();
		return this.#records;
	}

	next = (): Promise<IteratorResult<T, undefined>> => this.#iterator().next();

	return = (): Promise<IteratorResult<T, undefined>> => this.#iterator().return(undefined);

	[Symbol.asyncIterator](): this {
		return this;
	}

	async #page(query: Query): Promise<Answer<P>> {
		return (await this.#read(query)) as Answer<P>;
	}

	// biome-ignore lint/suspicious/noThenProperty: `await studio.clients.list()` gives a page
	then<A = Answer<P>, B = never>(
		fulfilled?: ((page: Answer<P>) => A | PromiseLike<A>) | null,
		rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		const first = this.pages().next();
		return first.then(({ value }) => value as Answer<P>).then(fulfilled, rejected);
	}
}
