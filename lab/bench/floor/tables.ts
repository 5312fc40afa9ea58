const columns = "tenant_id TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL";

export const floorTables = [
	...["records", "events", "entries", "tokens", "appointments"].map(
		(table) => `CREATE TABLE ${table} (${columns}, PRIMARY KEY (tenant_id, id)) WITHOUT ROWID`,
	),
	"CREATE TABLE keys (tenant_id TEXT NOT NULL, key TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (tenant_id, key)) WITHOUT ROWID",
	"CREATE TABLE endpoints (tenant_id TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (tenant_id, url)) WITHOUT ROWID",
	"CREATE TABLE deliveries (id TEXT NOT NULL PRIMARY KEY, url TEXT NOT NULL, body TEXT NOT NULL, claimed_until INTEGER NOT NULL, status INTEGER) WITHOUT ROWID",
];
