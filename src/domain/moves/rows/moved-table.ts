import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table with rows of tenants, as a move sees it. */
export interface MovedTable {
	name: string;
	columns: readonly string[];
	/** The columns that are copied as hexadecimal text. */
	blobs: ReadonlySet<string>;
	/** The columns of the primary key. */
	key: readonly string[];
	/** The expressions by which the rows of a tenant are sorted, in an order that an index has. */
	scanOrder: readonly string[];
	/** The FROM clause for the expressions of `tenant` and `scanOrder`. */
	from: string;
	/** An expression: the tenant of a row. */
	tenant: string;
	/**
	 * Set if the table has no column for the tenant: its rows belong to the rows of this table and are deleted with them.
	 */
	owner: { table: string; column: string; key: string } | undefined;
	parents: readonly string[];
}

type Config = ReturnType<typeof getTableConfig>;

export function movedTable(table: SQLiteTable): MovedTable {
	const config = getTableConfig(table);
	const { name } = config;
	const columns = config.columns.map((column) => column.name);
	const parents = config.foreignKeys.map((foreignKey) => {
		const { columns, foreignColumns, foreignTable } = foreignKey.reference();
		return {
			table: getTableConfig(foreignTable).name,
			foreignTable,
			columns: columns.map((column) => column.name),
			key: foreignColumns.map((column) => column.name),
		};
	});
	const key = keyOf(config);
	const own = columns.includes("tenant_id");
	const [owning] = own ? [] : parents;
	const [column, ownerKey] = [owning?.columns[0], owning?.key[0]];
	if (!own && !(owning && column && ownerKey)) throw new Error(`${name} does not tell whose its rows are.`);
	const owner = owning && column && ownerKey ? { table: owning.table, column, key: ownerKey } : undefined;
	const scanOrderOfOwner = owning ? scanOrderOf(getTableConfig(owning.foreignTable)) : [];
	return {
		name,
		columns,
		blobs: new Set(config.columns.filter((one) => one.getSQLType() === "blob").map((one) => one.name)),
		key,
		scanOrder: owner
			? [...scanOrderOfOwner, ...key.filter((one) => one !== column).map((one) => `${name}.${one}`)]
			: scanOrderOf(config),
		from: owner ? `${owner.table} CROSS JOIN ${name} ON ${name}.${owner.column} = ${owner.table}.${owner.key}` : name,
		tenant: `${owner ? owner.table : name}.tenant_id`,
		owner,
		parents: parents.map(({ table }) => table),
	};
}

function keyOf({ primaryKeys: [composite], columns }: Config): string[] {
	const key = composite ? composite.columns : columns.filter(({ primary }) => primary);
	return key.map(({ name }) => name);
}

interface Index {
	unique: boolean;
	partial: boolean;
	columns: { name: string; notNull: boolean }[];
}

const indexesOf = ({ indexes }: Config): Index[] =>
	indexes.map(({ config }) => ({
		unique: config.unique,
		partial: config.where !== undefined,
		columns: config.columns.flatMap((column) => ("notNull" in column ? [column] : [])),
	}));

/**
 * The columns after the tenant's in the key or in an index, so that the database finds a chunk of rows without sorting
 * all rows of the tenant. A table without such an index has few rows.
 */
function scanOrderOf(config: Config): string[] {
	const key = keyOf(config);
	const served = indexesOf(config).filter(
		({ partial, columns }) => !partial && columns[0]?.name === "tenant_id" && columns.every(({ notNull }) => notNull),
	);
	const index = served.find(({ unique }) => unique) ?? served[0];
	const columns =
		key[0] === "tenant_id" || !index
			? key
			: [...new Set([...index.columns.map(({ name }) => name), ...(index.unique ? [] : key)])];
	const rest = columns.filter((column) => column !== "tenant_id");
	return (rest.length > 0 ? rest : columns).map((column) => `${config.name}.${column}`);
}
