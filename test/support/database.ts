import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import worker from "../../src/worker.ts";
import type { Answer } from "./api.ts";

interface Hooks {
	/** Runs for each statement that is prepared. It may throw. */
	prepare?: (sql: string) => void;
	/** Runs before each transaction that writes. It may throw. */
	batch?: () => Promise<unknown> | unknown;
}

/** The database, with hooks that run before its calls. */
export function databaseWith({ prepare, batch }: Hooks): D1Database {
	const reads = new WeakSet<D1PreparedStatement>();
	return new Proxy(env.DB, {
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

/** Sends a request, and runs `meanwhile` between its decision and its commit. In one process no race does that. */
export async function overtaken(
	meanwhile: () => Promise<unknown>,
	path: string,
	init: RequestInit,
): Promise<Pick<Answer, "status" | "body">> {
	let begun = false;
	const DB = databaseWith({
		batch: async () => {
			if (begun) return;
			begun = true;
			await meanwhile();
		},
	});
	const ctx = createExecutionContext();
	const response = await worker.fetch(new Request(`https://api.test${path}`, init), { ...env, DB }, ctx);
	const body = await response.json();
	await waitOnExecutionContext(ctx);
	expect(begun).toBe(true);
	return { status: response.status, body };
}

export const rows = async (sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]> =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results;

/** The whole content of the database: each table as text. */
export async function wholeDatabase(): Promise<Record<string, string>> {
	const tables = await rows(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
	);
	const stored: Record<string, string> = {};
	for (const { name } of tables) stored[String(name)] = JSON.stringify(await rows(`SELECT * FROM "${name}"`));
	return stored;
}

export type Row = [table: string, row: Record<string, unknown>];

/** Adds rows to their tables. Lists become JSON, as the service stores them. */
export async function addRows(...added: Row[]): Promise<void> {
	const stored = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
	await env.DB.batch(
		added.map(([table, row]) =>
			env.DB.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`).bind(
				...Object.values(row).map(stored),
			),
		),
	);
}
