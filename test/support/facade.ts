import { type Asked, Placement } from "../../lab/harness/placement.ts";
import { merged } from "./merged.ts";

/** A statement that finds its databases when it runs. */
class Statement {
	readonly asked: Asked;
	private readonly facade: Facade;

	constructor(facade: Facade, asked: Asked) {
		this.facade = facade;
		this.asked = asked;
	}

	bind(...params: unknown[]): Statement {
		return new Statement(this.facade, { ...this.asked, params });
	}

	async all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
		const [result] = await this.facade.batch<T>([this]);
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
		if (!(column in row)) throw new Error(`There is no column ${column}: ${this.asked.sql}`);
		return row[column];
	}
}

/**
 * All databases of an environment as one. A statement goes to the databases that it means: to one tenant's, if it names
 * the tenant, and otherwise to all that have its tables.
 */
export class Facade {
	private readonly placement: Placement;

	constructor(bindings: object) {
		this.placement = new Placement(bindings);
	}

	/** `tenantId` tells whose statement it is, where its parameters do not. */
	prepare(sql: string, tenantId?: string): Statement {
		return new Statement(this, { sql, params: [], tenantId });
	}

	/** Each database runs its part as one transaction. */
	async batch<T = Record<string, unknown>>(statements: Statement[]): Promise<D1Result<T>[]> {
		const all = await Promise.all(
			statements.map(async ({ asked }) => {
				return { asked, answers: [] as D1Result<T>[], ofControl: await this.placement.isOfControl(asked) };
			}),
		);
		// The control database comes first: the batch itself may tell it where a tenant is.
		for (const first of [true, false]) await this.send(all.filter(({ ofControl }) => ofControl === first));
		return all.map(({ asked, answers }) => merged(asked.sql, answers));
	}

	forgetTables(): void {
		this.placement.forgetTables();
	}

	private async send<T>(all: { asked: Asked; answers: D1Result<T>[] }[]): Promise<void> {
		const parts = new Map<D1Database, typeof all>();
		for (const one of all)
			for (const d1 of await this.placement.placesOf(one.asked)) {
				const part = parts.get(d1) ?? [];
				part.push(one);
				parts.set(d1, part);
			}
		const sent = [...parts].map(async ([d1, part]) => {
			const bound = part.map(({ asked: { sql, params } }) => d1.prepare(sql).bind(...params));
			return { part, results: await d1.batch<T>(bound) };
		});
		for (const { part, results } of await Promise.all(sent))
			for (const [n, { answers }] of part.entries()) answers.push(results[n] as D1Result<T>);
	}
}
