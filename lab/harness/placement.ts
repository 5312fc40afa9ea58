export interface StatementInput {
	sql: string;
	params: unknown[];
	/** The tenant of the statement, if its parameters do not contain the id. */
	tenantId?: string | undefined;
}

type Databases = [binding: string, d1: D1Database][];

const numberIn = (binding: string) => Number(binding.replace(/\D/g, ""));

/** The databases among these bindings: first the control database, then the data databases in order. */
export const databasesIn = (bindings: object): Databases =>
	(Object.entries(bindings) as Databases)
		.filter(([binding]) => /^(DB|DATA_\d+)$/.test(binding))
		.sort(([a], [b]) => numberIn(a) - numberIn(b));

/** Without virtual tables, which cannot be read as a whole. Their content is in tables of their own. */
export const tablesOf = async (d1: D1Database): Promise<string[]> => {
	const { results } = await d1
		.prepare(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
				AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
		)
		.all<{ name: string }>();
	return results.map(({ name }) => name);
};

export const listableTablesOf = async (d1: D1Database): Promise<string[]> =>
	(await tablesOf(d1)).filter((name) => name !== "client_search");

const tenantIdForm = /^ten_[0-9a-f]{32}$/;

export const tenantIdsIn = (values: unknown[]): string[] =>
	values.filter((value): value is string => typeof value === "string" && tenantIdForm.test(value));

/** Every database has these tables, with different rows. */
const schemaTables = ["sqlite_master", "sqlite_schema"];

const tablesNamedIn = (sql: string): string[] =>
	[...sql.matchAll(/\b(?:from|join|into|update)\s+["`]?(\w+)/gi)].map(([, name = ""]) => name);

/** The tables and the tenant of a statement tell its databases. */
export class Placement {
	private readonly databases: Databases;
	private readonly control: D1Database;
	private readonly data: D1Database[];
	private tables: Promise<{ control: Set<string>; data: Set<string> }> | undefined;

	constructor(bindings: object) {
		this.databases = databasesIn(bindings);
		const [control, ...data] = this.databases.map(([, d1]) => d1);
		if (!control) throw new Error("There is no control database.");
		this.control = control;
		this.data = data;
	}

	/** Makes the next statement read the names of the tables again. */
	forgetTables(): void {
		this.tables = undefined;
	}

	/** Whether only the control database has the tables of the statement. */
	async isOfControl({ sql }: StatementInput): Promise<boolean> {
		return this.data.length === 0 || (await this.kindOf(sql)) === "control";
	}

	async databasesOf(statement: StatementInput): Promise<D1Database[]> {
		if (await this.isOfControl(statement)) return [this.control];
		const { sql, params, tenantId } = statement;
		const named = tenantIdsIn([...params, ...[...sql.matchAll(/'([^']*)'/g)].map(([, text]) => text)]);
		const databases = await this.databasesOfTenants(named.length === 0 && tenantId !== undefined ? [tenantId] : named);
		const kind = await this.kindOf(sql);
		const inserts = /\b(?:insert|replace)(?:\s+or\s+\w+)?\s+into\b/i.test(sql);
		if (inserts && databases.length !== 1 && (kind === "data" || /\btenant_id\b/.test(sql)))
			throw new Error(`Name the tenant whose rows this inserts, as a parameter: ${sql}`);
		if (databases.length > 0) return databases;
		return kind === "data" ? this.data : [this.control, ...this.data];
	}

	private async kindOf(sql: string): Promise<"control" | "data" | "both"> {
		this.tables ??= this.readTables();
		const { control, data } = await this.tables;
		const names = tablesNamedIn(sql).filter((name) => control.has(name) || data.has(name));
		if (names.length === 0) throw new Error(`The statement names no table of any database: ${sql}`);
		const ofControl = names.some((name) => !data.has(name));
		const ofData = names.some((name) => !control.has(name));
		if (ofControl && ofData) throw new Error(`No database has all of these tables: ${names.join(", ")}`);
		return ofControl ? "control" : ofData ? "data" : "both";
	}

	private async readTables() {
		const [first] = this.data;
		return {
			control: new Set([...(await tablesOf(this.control)), ...schemaTables]),
			data: new Set([...(first ? await tablesOf(first) : []), ...schemaTables]),
		};
	}

	/** The databases of these tenants. A tenant that does not exist has none. */
	private async databasesOfTenants(tenantIds: string[]): Promise<D1Database[]> {
		if (tenantIds.length === 0) return [];
		const { results } = await this.control
			.prepare('SELECT DISTINCT "database" AS binding FROM tenants WHERE id IN (SELECT value FROM json_each(?))')
			.bind(JSON.stringify(tenantIds))
			.all<{ binding: string }>();
		return results.map(({ binding }) => {
			const [, d1] = this.databases.find(([name]) => name === binding) ?? [];
			if (!d1) throw new Error(`A tenant is in ${binding}, which is no database.`);
			return d1;
		});
	}
}
