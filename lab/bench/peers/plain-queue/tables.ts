export const plainQueueTables = [
	"CREATE TABLE events (id TEXT NOT NULL PRIMARY KEY, tenant_id TEXT NOT NULL, body TEXT NOT NULL)",
	"CREATE TABLE endpoints (tenant_id TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (tenant_id, url))",
];
