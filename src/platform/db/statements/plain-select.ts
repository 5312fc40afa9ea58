import { Table } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { Expression } from "./expression.ts";
import { renderInto } from "./render.ts";
import { type Fields, type Join, objectOf, type Source, selectionOf } from "./selection.ts";
import type { Statement } from "./statement.ts";

/** The part of Drizzle's builder that a plain SELECT hands its parts to, once it turns out to be none. */
type Builder = Record<string, (...args: unknown[]) => Builder> & PromiseLike<unknown[]>;

export type Read = (statement: Statement) => Promise<unknown[][]>;

/**
 * A SELECT of tables with a condition, an order and a limit, which is most of what the service asks. Drizzle takes longer
 * to build it than SQLite to answer it. At the first other part, Drizzle's builder takes over.
 */
export class PlainSelect {
	private readonly joins: Join[] = [];
	private condition: unknown;
	private order: unknown[] = [];
	private count: number | undefined;
	private readonly fields: Fields | undefined;
	private readonly source: Source;
	private readonly read: Read;
	private readonly drizzle: () => SqliteRemoteDatabase;

	constructor(fields: Fields | undefined, source: Source, read: Read, drizzle: () => SqliteRemoteDatabase) {
		this.fields = fields;
		this.source = source;
		this.read = read;
		this.drizzle = drizzle;
	}

	innerJoin(source: unknown, on: unknown): this | Builder {
		return this.join("inner", source, on);
	}

	leftJoin(source: unknown, on: unknown): this | Builder {
		return this.join("left", source, on);
	}

	crossJoin(source: unknown): this | Builder {
		return this.join("cross", source, undefined);
	}

	private join(type: Join["type"], source: unknown, on: unknown): this | Builder {
		if (!isPlainSource(source)) return joinedBy(this.builder(), type, source, on);
		this.joins.push({ type, source, on });
		return this;
	}

	where(condition: unknown): this {
		this.condition = condition;
		return this;
	}

	orderBy(...order: unknown[]): this {
		this.order = order;
		return this;
	}

	limit(count: number): this {
		this.count = count;
		return this;
	}

	// biome-ignore lint/suspicious/noThenProperty: Drizzle's queries run when they are awaited, and so does this one.
	then<A, B>(fulfilled?: (rows: unknown[]) => A, rejected?: (error: unknown) => B): Promise<A | B> {
		return this.rows().then(fulfilled, rejected);
	}

	catch<B>(rejected: (error: unknown) => B): Promise<unknown[] | B> {
		return this.rows().catch(rejected);
	}

	finally(work: () => void): Promise<unknown[]> {
		return this.rows().finally(work);
	}

	private async rows(): Promise<unknown[]> {
		const selection = selectionOf(this.fields, this.source, this.joins);
		if (!selection) return await this.builder();
		const rows = await this.read(this.statement(selection.columns));
		return rows.map((row) => objectOf(row, selection));
	}

	private statement(columns: Statement): Statement {
		const statement = { sql: `select ${columns.sql} from `, params: [...columns.params] };
		renderInto(statement, this.source);
		for (const { type, source, on } of this.joins) {
			statement.sql += ` ${type} join `;
			renderInto(statement, source);
			if (on === undefined) continue;
			statement.sql += " on ";
			renderInto(statement, on);
		}
		if (this.condition !== undefined) {
			statement.sql += " where ";
			renderInto(statement, this.condition);
		}
		for (const [n, term] of this.order.entries()) {
			statement.sql += n === 0 ? " order by " : ", ";
			renderInto(statement, term);
		}
		if (this.count !== undefined) {
			statement.sql += " limit ?";
			statement.params.push(this.count);
		}
		return statement;
	}

	/** The same SELECT in Drizzle's builder. */
	builder(): Builder {
		const drizzle = this.drizzle();
		const selecting = this.fields ? drizzle.select(this.fields as never) : drizzle.select();
		let builder = selecting.from(this.source) as unknown as Builder;
		for (const { type, source, on } of this.joins) builder = joinedBy(builder, type, source, on);
		if (this.condition !== undefined) builder = builder.where?.(this.condition) as Builder;
		if (this.order.length > 0) builder = builder.orderBy?.(...this.order) as Builder;
		if (this.count !== undefined) builder = builder.limit?.(this.count) as Builder;
		return builder;
	}
}

const joinedBy = (builder: Builder, type: Join["type"], source: unknown, on: unknown): Builder =>
	builder[`${type}Join`]?.(source, on) as Builder;

/** With one of these, a SELECT is no plain one. */
const others = ["groupBy", "having", "offset", "as", "getSQL", "execute", "toSQL"];

for (const name of others)
	Object.defineProperty(PlainSelect.prototype, name, {
		value(this: PlainSelect, ...args: unknown[]) {
			const builder = this.builder();
			return (builder[name] as Builder[string]).apply(builder, args);
		},
	});

/** Whether it is a table by its own name, or an expression. Drizzle selects from all else. */
export const isPlainSource = (source: unknown): source is Source =>
	source instanceof Expression ||
	(source instanceof SQLiteTable && !(source as unknown as Record<symbol, unknown>)[isAlias]);

const isAlias = (Table as unknown as { Symbol: Record<string, symbol> }).Symbol.IsAlias as symbol;
