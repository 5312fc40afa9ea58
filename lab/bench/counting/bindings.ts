import type { Counts } from "./counts.ts";

/** A call counts for the request that is open when the call ends: a call that has not ended delayed no answer. */
export interface OpenCounts {
	readonly open: Counts;
}

const underWay = { gate: 0, d1: 0 };

async function counted<T>(openCounts: OpenCounts, kind: "gate" | "d1", call: () => Promise<T>): Promise<T> {
	const isAlone = underWay[kind]++ === 0;
	try {
		return await call();
	} finally {
		underWay[kind]--;
		const trips = openCounts.open[kind];
		trips.calls++;
		if (isAlone) trips.inSequence++;
	}
}

function addRows(counts: Counts, results: D1Result[]): void {
	for (const { meta } of results) {
		counts.rowsRead += meta.rows_read;
		counts.rowsWritten += meta.rows_written;
	}
}

/** Runs every statement with `all`, because only its answer has the numbers of rows. */
class CountedStatement {
	readonly #openCounts: OpenCounts;
	readonly inner: D1PreparedStatement;

	constructor(openCounts: OpenCounts, inner: D1PreparedStatement) {
		this.#openCounts = openCounts;
		this.inner = inner;
	}

	bind(...values: unknown[]): CountedStatement {
		return new CountedStatement(this.#openCounts, this.inner.bind(...values));
	}

	async all(): Promise<D1Result> {
		const result = await counted(this.#openCounts, "d1", () => this.inner.all());
		addRows(this.#openCounts.open, [result]);
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

/** A session of the database works, too. */
export const countedD1 = <D extends Batching>(d1: D, openCounts: OpenCounts): D =>
	new Proxy(d1, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => new CountedStatement(openCounts, target.prepare(sql));
			if (name === "batch")
				return async (statements: CountedStatement[]) => {
					const results = await counted(openCounts, "d1", () => target.batch(statements.map(({ inner }) => inner)));
					addRows(openCounts.open, results);
					return results;
				};
			if (name === "withSession")
				return (...how: []) => countedD1((target as unknown as D1Database).withSession(...how), openCounts);
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});

const plainMembers = new Set<string | symbol>(["id", "name", "then"]);

const countedStub = (stub: Record<string | symbol, (...args: unknown[]) => Promise<unknown>>, openCounts: OpenCounts) =>
	new Proxy(stub, {
		get: (target, name) =>
			plainMembers.has(name)
				? Reflect.get(target, name, target)
				: (...args: unknown[]) => counted(openCounts, "gate", async () => await target[name]?.(...args)),
	});

export const countedGates = <N extends object>(namespace: N, openCounts: OpenCounts): N =>
	new Proxy(namespace, {
		get(target, name) {
			const member = Reflect.get(target, name, target);
			if (typeof member !== "function") return member;
			if (name === "get" || name === "getByName")
				return (...args: unknown[]) => countedStub(member.apply(target, args), openCounts);
			if (name === "jurisdiction") return (...args: unknown[]) => countedGates(member.apply(target, args), openCounts);
			return member.bind(target);
		},
	});
