import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { apiKeys, apiKeyValues } from "../../src/platform/db/tables/control/api-keys.ts";
import { bookingAddresses } from "../../src/platform/db/tables/control/booking-addresses.ts";
import { oauthGrants } from "../../src/platform/db/tables/control/oauth.ts";
import { memberships, sessions, users } from "../../src/platform/db/tables/control/people.ts";
import { tenants } from "../../src/platform/db/tables/control/tenants.ts";
import { defaultScopes } from "../../src/platform/gate/scopes.ts";
import { recordSizes, type Sizes } from "./measured-bytes.ts";

const tables = [tenants, users, memberships, sessions, apiKeys, apiKeyValues, bookingAddresses, oauthGrants];
const rows = 5000;

/** The bytes of a record of the tables of the control database that grow with the studios. */
export function bytesOfControlRecords(): Record<string, Sizes> {
	const database = new DatabaseSync(":memory:");
	database.exec("PRAGMA foreign_keys = OFF");
	for (const file of globSync("migrations/control/*.sql").sort()) database.exec(readFileSync(file, "utf8"));
	for (const table of tables) insertRows(database, table);
	const names: string[] = tables.map(getTableName);
	const sizes = Object.entries(recordSizes(database)).filter(([name]) => names.includes(name));
	database.close();
	return Object.fromEntries(sizes);
}

/** The rows have values of the length that the service writes, in an order that is as random as ids and hashes are. */
function insertRows(database: DatabaseSync, table: SQLiteTable): void {
	const columns = Object.values(getTableColumns(table));
	const names = columns.map(({ name }) => `"${name}"`);
	const insert = database.prepare(`INSERT INTO "${getTableName(table)}" (${names}) VALUES (${columns.map(() => "?")})`);
	database.exec("BEGIN");
	for (let n = 0; n < rows; n++) insert.run(...columns.map((column) => sampleOf(column, n)));
	database.exec("COMMIT");
}

type Column = Pick<SQLiteColumn, "name" | "notNull" | "enumValues" | "getSQLType">;

/** The lengths of texts by the names of their columns. Ids have 36 letters. */
const lengths: Record<string, number> = {
	...{ hash: 64, password_hash: 130, email: 24, email_key: 24, name: 18, slug: 14, hint: 4 },
	...{ browser: 15, network: 11, timezone: 13, database: 7, ip_allowlist: 2 },
	scopes: JSON.stringify(defaultScopes).length,
};

function sampleOf(column: Column, n: number): string | number | null {
	if (column.getSQLType() !== "text") return column.notNull ? Date.now() + n : null;
	const { name, enumValues } = column;
	return (
		enumValues?.[0] ??
		randomBytes(50)
			.toString("hex")
			.repeat(20)
			.slice(0, lengths[name] ?? 36)
	);
}
