import type { Account } from "./account.ts";

/** Where a call is counted: in the account that is open when it ends. What has not ended held up no answer. */
export interface Book {
	readonly open: Account;
}

const underWay = { gate: 0, d1: 0 };

async function counted<T>(book: Book, kind: "gate" | "d1", call: () => Promise<T>): Promise<T> {
	const isAlone = underWay[kind]++ === 0;
	try {
		return await call();
	} finally {
		underWay[kind]--;
		const trips = book.open[kind];
		trips.calls++;
		if (isAlone) trips.inSequence++;
	}
}

function addRows(account: Account, results: D1Result[]): void {
	for (const { meta } of results) {
		account.rowsRead += meta.rows_read;
		account.rowsWritten += meta.rows_written;
	}
}

/** All answers come from `all`, the only one that tells the rows beside the results. */
class CountedStatement {
	readonly #book: Book;
	readonly inner: D1PreparedStatement;

	constructor(book: Book, inner: D1PreparedStatement) {
		this.#book = book;
		this.inner = inner;
	}

	bind(...values: unknown[]): CountedStatement {
		return new CountedStatement(this.#book, this.inner.bind(...values));
	}

	async all(): Promise<D1Result> {
		const result = await counted(this.#book, "d1", () => this.inner.all());
		addRows(this.#book.open, [result]);
		return result;
	}

	run(): Promise<D1Result> {
		return this.all();
	}

	async first(column?: string): Promise<unknown> {
		const row = (await this.all()).results[0] as Record<string, unknown> | undefined;
		return (column === undefined ? row : row?.[column]) ?? null;
	}
}

type Batching = Pick<D1Database, "prepare" | "batch">;

/** A database, or a session of it, that counts. */
export const countedD1 = <D extends Batching>(d1: D, book: Book): D =>
	new Proxy(d1, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => new CountedStatement(book, target.prepare(sql));
			if (name === "batch")
				return async (statements: CountedStatement[]) => {
					const results = await counted(book, "d1", () => target.batch(statements.map(({ inner }) => inner)));
					addRows(book.open, results);
					return results;
				};
			if (name === "withSession")
				return (...how: []) => countedD1((target as unknown as D1Database).withSession(...how), book);
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});

const own = new Set<string | symbol>(["id", "name", "then"]);

const countedStub = (stub: Record<string | symbol, (...args: unknown[]) => Promise<unknown>>, book: Book) =>
	new Proxy(stub, {
		get: (target, name) =>
			own.has(name)
				? Reflect.get(target, name, target)
				: (...args: unknown[]) => counted(book, "gate", async () => await target[name]?.(...args)),
	});

/** A namespace of Durable Objects whose calls are counted. */
export const countedGates = <N extends object>(namespace: N, book: Book): N =>
	new Proxy(namespace, {
		get(target, name) {
			const member = Reflect.get(target, name, target);
			if (typeof member !== "function") return member;
			if (name === "get" || name === "getByName")
				return (...args: unknown[]) => countedStub(member.apply(target, args), book);
			if (name === "jurisdiction") return (...args: unknown[]) => countedGates(member.apply(target, args), book);
			return member.bind(target);
		},
	});
