import { Placement, type StatementInput } from "../../lab/harness/placement.ts";
import { mergeResults } from "./merge-results.ts";

/** A statement whose databases are chosen when it runs. */
class Statement {
	readonly input: StatementInput;
	private readonly databases: AllDatabases;

	constructor(databases: AllDatabases, input: StatementInput) {
		this.databases = databases;
		this.input = input;
	}

	bind(...params: unknown[]): Statement {
		return new Statement(this.databases, { ...this.input, params });
	}

	async all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
		const [result] = await this.databases.batch<T>([this]);
		return result as D1Result<T>;
	}

	run<T = Record<string, unknown>>(): Promise<D1Result<T>> {
		return this.all<T>();
	}

	first<T = Record<string, unknown>>(): Promise<T | null>;
	first<T = unknown>(column: string): Promise<T | null>;
	async first(column?: string): Promise<unknown> {
		const [row] = (await this.all()).results;
		if (row === undefined || column === undefined) return row ?? null;
		if (!(column in row)) throw new Error(`There is no column ${column}: ${this.input.sql}`);
		return row[column];
	}
}

/**
 * All databases of an environment as one. A statement that names a tenant goes to the tenant's database, and any other
 * to all databases that have its tables.
 */
export class AllDatabases {
	private readonly placement: Placement;

	constructor(bindings: object) {
		this.placement = new Placement(bindings);
	}

	/** `tenantId` names the tenant of the statement, if its parameters do not. */
	prepare(sql: string, tenantId?: string): Statement {
		return new Statement(this, { sql, params: [], tenantId });
	}

	/** Each database runs its part as one transaction. */
	async batch<T = Record<string, unknown>>(statements: Statement[]): Promise<D1Result<T>[]> {
		const all = await Promise.all(
			statements.map(async ({ input }) => {
				return { input, answers: [] as D1Result<T>[], ofControl: await this.placement.isOfControl(input) };
			}),
		);
		// The control database comes first, because the batch itself may add the placement of a tenant.
		for (const first of [true, false]) await this.send(all.filter(({ ofControl }) => ofControl === first));
		return all.map(({ input, answers }) => mergeResults(input.sql, answers));
	}

	forgetTables(): void {
		this.placement.forgetTables();
	}

	private async send<T>(all: { input: StatementInput; answers: D1Result<T>[] }[]): Promise<void> {
		const parts = new Map<D1Database, typeof all>();
		for (const one of all)
			for (const d1 of await this.placement.databasesOf(one.input)) {
				const part = parts.get(d1) ?? [];
				part.push(one);
				parts.set(d1, part);
			}
		const sent = [...parts].map(async ([d1, part]) => {
			const bound = part.map(({ input: { sql, params } }) => d1.prepare(sql).bind(...params));
			return { part, results: await d1.batch<T>(bound) };
		});
		for (const { part, results } of await Promise.all(sent))
			for (const [n, { answers }] of part.entries()) answers.push(results[n] as D1Result<T>);
	}
}
