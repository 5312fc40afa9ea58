import { env } from "cloudflare:workers";
import type { TenantMove } from "../../src/domain/moves/move.ts";
import { latestMove, newMove } from "../../src/domain/moves/move-record.ts";
import { movedTables } from "../../src/domain/moves/rows/moved-tables.ts";
import { workOnMove } from "../../src/domain/moves/work-on-move.ts";
import { toStatements } from "../../src/platform/commit/write.ts";
import { openWriter, type Writer } from "../../src/platform/commit/writer.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { databaseOf } from "./local.ts";

const bindings = env as unknown as Record<string, D1Database>;

export const dataDatabase = (binding: string): D1Database => {
	const d1 = bindings[binding];
	if (!d1) throw new Error(`There is no ${binding}.`);
	return d1;
};

export const moveWriter = (home?: string): Writer =>
	openWriter(env, () => {}, home === undefined ? {} : { dataDatabaseId: home }).writer;

export const otherDatabase = async (tenantId: string): Promise<string> =>
	(await databaseOf(tenantId)) === "DATA_1" ? "DATA_2" : "DATA_1";

export async function orderMove(tenantId: string, to: string): Promise<TenantMove> {
	const writer = moveWriter();
	const { row, write } = newMove({ tenantId, from: await databaseOf(tenantId), to }, clock.now());
	await writer.transaction(writer.databases.control, toStatements(write));
	return row;
}

export async function finishMove(tenantId: string, writer: Writer = moveWriter()): Promise<TenantMove> {
	for (let run = 0; run < 20; run++) {
		await workOnMove(writer, tenantId, 20_000);
		const move = await latestMove(moveWriter().databases.control.db, tenantId);
		if (move && move.finishedAt !== null) return move;
	}
	throw new Error("The move does not come to an end.");
}

export async function move(tenantId: string, to: string, writer?: Writer): Promise<TenantMove> {
	await orderMove(tenantId, to);
	return await finishMove(tenantId, writer);
}

export async function rowsOfTenant(binding: string, tenantId: string): Promise<Record<string, string[]>> {
	const d1 = dataDatabase(binding);
	const all: Record<string, string[]> = {};
	const results = await d1.batch(
		movedTables().map(({ name, from, tenant }) =>
			d1.prepare(`SELECT ${name}.* FROM ${from} WHERE ${tenant} = ?`).bind(tenantId),
		),
	);
	for (const [n, { name }] of movedTables().entries())
		all[name] = (results[n]?.results ?? []).map((row) => JSON.stringify(row)).sort();
	return all;
}

/** The hooks run before and after each transaction. Either may throw. */
export function hookedWriter(
	hooks: Partial<Record<"before" | "after", (binding: string, sql: string) => unknown>>,
	writer: Writer = moveWriter(),
): Writer {
	return {
		...writer,
		transaction: async (store, statements) => {
			const sql = statements.map((statement) => statement.sql).join(";\n");
			await hooks.before?.(store.id, sql);
			const results = await writer.transaction(store, statements);
			await hooks.after?.(store.id, sql);
			return results;
		},
	};
}

/** The transaction with which a tenant leaves. */
export const isDeparture = (sql: string): boolean => sql.includes("SET state = 'DEPARTED'");

/** The transaction that closes a tenant to changes. */
export const isClosing = (sql: string): boolean => sql.includes("SET state = 'CLOSING'");

/** The transaction from which on nothing changes a tenant's rows. */
export const isLeaving = (sql: string): boolean => sql.includes("SET state = 'LEAVING'");
