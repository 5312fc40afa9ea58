import { withTimeout } from "../lib/async/with-timeout.ts";
import type { Meter } from "../lib/meter.ts";
import { secondMs } from "../lib/time.ts";
import { NoAnswerInTime } from "./errors.ts";
import { withLiteralLimits } from "./statements/literal-limits.ts";
import type { Statement } from "./statements/statement.ts";
import { type NamedSelect, withUniqueColumnNames } from "./statements/unique-column-names.ts";

export type BatchDatabase = Pick<D1Database, "prepare" | "batch">;

/** How long a call may take. D1 has stood still for more than a minute, and then answered all that waited. */
export interface LongestCalls {
	readMs: number;
	/** Null when a transaction may take as long as the database lets it. */
	transactionMs: number | null;
}

/** For work that no caller waits for. D1 ends a statement after 30 seconds. */
const longestInBackground: LongestCalls = { readMs: 30 * secondMs, transactionMs: null };

export interface ClientOptions {
	meter?: Meter | undefined;
	longest?: LongestCalls | undefined;
	/** The target of reads. If absent, they go to the database itself. */
	readsFrom?: () => BatchDatabase;
}

/** A read whose reader waits for the rows. Each row is a list of its columns in their order. */
export interface PendingRead {
	statement: Statement;
	resolve(rows: unknown[][]): void;
	reject(error: unknown): void;
}

export interface ReadTarget {
	send(reads: PendingRead[]): void;
}

export class DatabaseClient implements ReadTarget {
	private readonly d1: D1Database;
	private readonly readsFrom: () => BatchDatabase;
	private readonly meter: Meter | undefined;
	private readonly longest: LongestCalls;

	constructor(d1: D1Database, { meter, longest = longestInBackground, readsFrom = () => d1 }: ClientOptions = {}) {
		this.d1 = d1;
		this.readsFrom = readsFrom;
		this.meter = meter;
		this.longest = longest;
	}

	/** Sends the reads as one call, so that they see one state of the database. */
	send(reads: PendingRead[]): void {
		void this.settle(reads);
	}

	private async settle(reads: PendingRead[]): Promise<void> {
		try {
			const target = this.readsFrom();
			const prepared = reads.map(({ statement }) => {
				const { sql, params } = withLiteralLimits(statement);
				const named = uniqueColumnNames(sql);
				return { columns: named.columns, statement: target.prepare(named.sql).bind(...params) };
			});
			const results = await this.trip(this.longest.readMs, () =>
				answersOf(
					prepared.map(({ statement }) => statement),
					target,
				),
			);
			const rows = prepared.map(({ columns }, n) => rowsAsLists(results[n], columns));
			for (const [n, { resolve }] of reads.entries()) resolve(rows[n] ?? []);
		} catch (error) {
			for (const { reject } of reads) reject(error);
		}
	}

	async transaction(statements: Statement[], primary: BatchDatabase = this.d1): Promise<D1Result[]> {
		const prepared = statements.map(withLiteralLimits).map(({ sql, params }) => primary.prepare(sql).bind(...params));
		return await this.trip(this.longest.transactionMs, () => primary.batch(prepared));
	}

	private async trip(longestMs: number | null, call: () => Promise<D1Result[]>): Promise<D1Result[]> {
		const bounded = () =>
			longestMs === null ? call() : withTimeout(longestMs, call(), () => new NoAnswerInTime(longestMs));
		if (!this.meter) return await bounded();
		const results = await this.meter.measure(bounded);
		for (const { meta } of results) this.meter.countRows(meta);
		return results;
	}
}

/** A single read is not sent as a batch, because the platform retries a single read that was lost. */
async function answersOf(statements: D1PreparedStatement[], target: BatchDatabase): Promise<D1Result[]> {
	const [only, ...others] = statements;
	return only && others.length === 0 ? [await only.all()] : await target.batch(statements);
}

function rowsAsLists(result: D1Result | undefined, columns: number): unknown[][] {
	const rows = (result?.results ?? []).map((row) => Object.values(row as Record<string, unknown>));
	if (rows[0] && rows[0].length !== columns) throw new Error("Two columns of the SELECT have the same name.");
	return rows;
}

const namedSelects = new Map<string, NamedSelect>();
const maxNamedSelects = 1000;

/** There are few different statements, so their new texts are cached. */
function uniqueColumnNames(sql: string): NamedSelect {
	let named = namedSelects.get(sql);
	if (!named) {
		if (namedSelects.size >= maxNamedSelects) namedSelects.clear();
		named = withUniqueColumnNames(sql);
		namedSelects.set(sql, named);
	}
	return named;
}
