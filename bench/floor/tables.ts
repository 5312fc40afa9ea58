const columns = "tenant_id TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL";

export const floorTables = [
	...["records", "events", "entries"].map(
		(table) => `CREATE TABLE ${table} (${columns}, PRIMARY KEY (tenant_id, id)) WITHOUT ROWID`,
	),
	"CREATE TABLE keys (tenant_id TEXT NOT NULL, key TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (tenant_id, key)) WITHOUT ROWID",
];
