import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { databasesIn, listableTablesOf, tenantIdsIn } from "../../lab/harness/placement.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import worker from "../../src/worker.ts";
import { AllDatabases } from "./all-databases.ts";
import type { Answer } from "./api.ts";
import { isInWorkerd } from "./runtime.ts";

/** All databases as one: each statement goes to the databases of its rows. */
export const database = new AllDatabases(env);

/** The bindings, with each database wrapped. */
export const envWith = (wrap: (d1: D1Database, binding: string) => D1Database): typeof env => ({
	...env,
	...Object.fromEntries(databasesIn(env).map(([binding, d1]) => [binding, wrap(d1, binding)])),
});

interface Hooks {
	prepare?: (sql: string) => void;
	batch?: () => Promise<unknown> | unknown;
}

function hooked(d1: D1Database, { prepare, batch }: Hooks): D1Database {
	const reads = new WeakSet<D1PreparedStatement>();
	return new Proxy(d1, {
		get(target, name) {
			if (name === "prepare")
				return (sql: string) => {
					prepare?.(sql);
					const statement = target.prepare(sql);
					const bind = statement.bind.bind(statement);
					statement.bind = (...params: unknown[]) => {
						const bound = bind(...params);
						if (/^select/i.test(sql)) reads.add(bound);
						return bound;
					};
					return statement;
				};
			if (name === "batch")
				return async (statements: D1PreparedStatement[]) => {
					if (statements.some((statement) => !reads.has(statement))) await batch?.();
					return await target.batch(statements);
				};
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}

export const envWithHooks = (hooks: Hooks): typeof env => envWith((d1) => hooked(d1, hooks));

/** Sends a request, and runs `meanwhile` between its decision and its commit. In one process no race does that. */
export async function overtaken(
	meanwhile: () => Promise<unknown>,
	path: string,
	init: RequestInit,
): Promise<Pick<Answer, "status" | "body">> {
	let begun = false;
	const bindings = envWithHooks({
		batch: async () => {
			if (begun) return;
			begun = true;
			await meanwhile();
		},
	});
	const ctx = createExecutionContext();
	const response = await worker.fetch(new Request(`https://api.test${path}`, init), bindings, ctx);
	const body = await response.json();
	await waitOnExecutionContext(ctx);
	expect(begun).toBe(true);
	return { status: response.status, body };
}

export const rows = async (sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]> =>
	(
		await database
			.prepare(sql)
			.bind(...params)
			.all()
	).results;

/**
 * The whole content of all databases: each table as text, under a name such as `DATA_1.clients`, or `users` in control.
 */
export async function wholeDatabase(): Promise<Record<string, string>> {
	return Object.fromEntries((await Promise.all(databasesIn(env).map(textsOf))).flat());
}

type Texts = [table: string, rows: string][];
const lastTexts = new Map<string, { state: string | null; texts: Texts }>();

/** In one process a database that has not changed since it was read last is not read again. */
async function textsOf([binding, d1]: [string, D1Database]): Promise<Texts> {
	const session = d1.withSession();
	await session.prepare("SELECT 1 WHERE FALSE").all();
	// In workerd a bookmark changes with each read, too.
	const state = isInWorkerd ? null : session.getBookmark();
	const last = lastTexts.get(binding);
	if (last && state && last.state === state) return last.texts;
	const texts = (await contentOf(d1)).map(([table, rows]): [string, string] => [
		binding === "DB" ? table : `${binding}.${table}`,
		JSON.stringify(rows),
	]);
	lastTexts.set(binding, { state, texts });
	return texts;
}

async function contentOf(d1: D1Database): Promise<[table: string, rows: unknown][]> {
	const tables = await listableTablesOf(d1);
	const found = await d1.batch(tables.map((table) => d1.prepare(`SELECT * FROM "${table}"`)));
	return tables.map((table, n) => [table, found[n]?.results]);
}

/** The same content, after the queued work of earlier requests has ended, so that it no longer changes by itself. */
export async function settledDatabase(): Promise<Record<string, string>> {
	for (let [before, round] = [await stateOfAll(), 1]; ; round++) {
		await new Promise((resolve) => setTimeout(resolve, 25));
		const after = await stateOfAll();
		const isQuiet = after.every(({ state }, n) => state === before[n]?.state);
		// An attempt changes nothing while its receiver answers. Some deliveries stay due for good.
		const works = round < 200 && after.some(({ works }) => works);
		if (isQuiet && !works && (round >= 8 || !after.some(({ isDue }) => isDue))) return await wholeDatabase();
		before = after;
	}
}

const due = "SELECT 1 FROM deliveries WHERE status = 'PENDING' AND (leased_until > 0 OR next_attempt_at <= ?) LIMIT 1";

/** Work that was put off waits for the schedule. */
const work = "SELECT 1 FROM jobs WHERE finished_at IS NULL AND due_at <= created_at AND ? > 0 LIMIT 1";

const stateOfAll = (): Promise<{ state: unknown; isDue: boolean; works: boolean }[]> =>
	Promise.all(
		databasesIn(env).map(async ([binding, d1]) => {
			const session = d1.withSession();
			const isFound = async (sql: string) =>
				binding !== "DB" && (await session.prepare(sql).bind(clock.now()).all()).results.length > 0;
			const [isDue, works] = [await isFound(due), await isFound(work)];
			if (binding === "DB") await session.prepare("SELECT 1 WHERE FALSE").all();
			// In workerd a bookmark changes with each read, too.
			const state = isInWorkerd ? JSON.stringify(await contentOf(d1)) : session.getBookmark();
			return { state, isDue, works };
		}),
	);

export async function columnsOf(table: string): Promise<string[]> {
	for (const [, d1] of databasesIn(env)) {
		const { results } = await d1.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{ name: string }>();
		if (results.length > 0) return results.map(({ name }) => name);
	}
	throw new Error(`No database has a table ${table}.`);
}

export type Row = [table: string, row: Record<string, unknown>];

/**
 * Lists become JSON, as the service stores them. A row that names no tenant belongs to the tenant of the row before it.
 */
export async function addRows(...added: Row[]): Promise<void> {
	const stored = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
	let tenantId: string | undefined;
	await database.batch(
		added.map(([table, row]) => {
			const values = Object.values(row).map(stored);
			tenantId = tenantIdsIn(values)[0] ?? tenantId;
			const sql = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${values.map(() => "?")})`;
			return database.prepare(sql, tenantId).bind(...values);
		}),
	);
}
