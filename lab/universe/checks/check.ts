import type { Sqlite } from "../../platform/d1/sqlite.ts";

/** That of a world which a check of its databases looks at. */
export interface WithDatabases {
	readonly cloud: {
		readonly platform: { readonly databases: ReadonlyMap<string, Pick<Sqlite, "transaction">> };
	};
}

type Row = Record<string, unknown>;

/** Reads from the databases beside the service. */
export function rowsOf(world: WithDatabases, binding: string, sql: string, ...params: (string | number)[]): Row[] {
	const database = world.cloud.platform.databases.get(binding);
	const [result] = database?.transaction([{ sql, params }]) ?? [];
	const { columns = [], rows = [] } = result ?? {};
	return rows.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])));
}

export const dataDatabases = ["DATA_1", "DATA_2", "DATA_3"];
