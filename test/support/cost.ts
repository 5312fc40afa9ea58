import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { env } from "cloudflare:workers";
import { app } from "../../src/entry/app.ts";
import { envWith } from "./database.ts";
import { isInWorkerd } from "./runtime.ts";

export interface Cost {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
	body: any;
	/** `calls` counts all calls, `inSequence` those that did not overlap. */
	gate: { inSequence: number; calls: number };
	db: { inSequence: number; calls: number };
	/** Not a number in process: only workerd counts rows, so a test that needs one stands in a file `*.rows.test.ts`. */
	rowsRead: number;
	rowsWritten: number;
	/** The reads, each with its number of rows. */
	statements: string[];
	/** The number of statements that the databases ran, reads and writes. */
	statementCount: number;
}

/** The round trips that development reports, and the rows that D1 counts. */
export async function costOf(path: string, key: string, init: RequestInit = {}): Promise<Cost> {
	const recorder = newRecorder();
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": "198.51.100.1", ...init.headers };
	const request = new Request(`https://api.test${path}`, { ...init, headers });
	const response = await app.fetch(request, envWith(recorder.record), ctx);
	const text = await response.text();
	const body = /json/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : text;
	const timing = response.headers.get("Server-Timing") ?? "";
	const trips = (name: string) => {
		const [, inSequence, of] =
			new RegExp(`${name};dur=[\\d.]+;desc="(\\d+)(?: in sequence of (\\d+))?`).exec(timing) ?? [];
		return { inSequence: Number(inSequence), calls: Number(of ?? inSequence) };
	};
	await waitOnExecutionContext(ctx);
	return { status: response.status, body, gate: trips("gate"), db: trips("db"), ...(await recorder.rows()) };
}

/** Records every read of the databases. `rows` runs the reads again, because their answers have the numbers of rows. */
function newRecorder() {
	const reads: { d1: D1Database; sql: string; params: unknown[] }[] = [];
	const readStatements = new WeakSet<D1PreparedStatement>();
	const written: D1Meta[] = [];
	const record = (d1: D1Database): D1Database =>
		new Proxy(d1, {
			get(target, name) {
				if (name === "prepare") {
					return (sql: string) => {
						const statement = target.prepare(sql);
						const bind = statement.bind.bind(statement);
						statement.bind = (...params: unknown[]) => {
							const bound = bind(...params);
							if (/^select/i.test(sql)) {
								reads.push({ d1, sql, params });
								readStatements.add(bound);
							}
							return bound;
						};
						return statement;
					};
				}
				if (name === "batch") {
					return async (statements: D1PreparedStatement[]) => {
						const results = await target.batch(statements);
						for (const [n, statement] of statements.entries())
							if (results[n] && !readStatements.has(statement)) written.push(results[n].meta);
						return results;
					};
				}
				const member = Reflect.get(target, name, target);
				return typeof member === "function" ? member.bind(target) : member;
			},
		});
	return {
		record,
		async rows() {
			const metas = [...written];
			for (const { d1, sql, params } of reads)
				metas.push(
					(
						await d1
							.prepare(sql)
							.bind(...params)
							.all()
					).meta,
				);
			// Only workerd counts the rows that a statement reads and writes.
			return {
				rowsRead: isInWorkerd ? metas.reduce((sum, meta) => sum + meta.rows_read, 0) : Number.NaN,
				rowsWritten: isInWorkerd ? metas.reduce((sum, meta) => sum + meta.rows_written, 0) : Number.NaN,
				statementCount: reads.length + written.length,
				statements: reads.map(({ sql }, n) => `${metas[written.length + n]?.rows_read} rows: ${sql}`),
			};
		},
	};
}

/** Bindings that count the transactions, and the rows that they write, as the databases report them. */
export function countingRows(): { count: { rows: number; batches: number }; bindings: typeof env } {
	const count = { rows: 0, batches: 0 };
	const bindings = envWith(
		(d1) =>
			new Proxy(d1, {
				get(target, name) {
					const member = Reflect.get(target, name, target);
					if (typeof member !== "function") return member;
					if (name !== "batch") return member.bind(target);
					return async (statements: D1PreparedStatement[]) => {
						const results = await target.batch(statements);
						count.batches++;
						for (const { meta } of results) count.rows += isInWorkerd ? meta.rows_written : Number.NaN;
						return results;
					};
				},
			}),
	);
	return { count, bindings };
}
