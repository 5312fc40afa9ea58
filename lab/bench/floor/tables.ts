const columns = "tenant_id TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL";

export const floorTables = [
	...["events", "entries", "appointments"].map(
		(table) => `CREATE TABLE ${table} (${columns}, PRIMARY KEY (tenant_id, id)) WITHOUT ROWID`,
	),
	"CREATE TABLE clients (id TEXT NOT NULL, tenant_id TEXT NOT NULL, email TEXT NOT NULL, first_name TEXT NOT NULL, last_name TEXT, phone TEXT, pronouns TEXT, date_of_birth TEXT, preferred_communication TEXT, instagram_handle TEXT, address TEXT, notes TEXT, tags TEXT NOT NULL, source TEXT, is_blocked INTEGER NOT NULL, do_not_contact INTEGER NOT NULL, marketing_consent INTEGER NOT NULL, assigned_artist_id TEXT, metadata TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (tenant_id, id)) WITHOUT ROWID",
	"CREATE TABLE keys (tenant_id TEXT NOT NULL, key TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (tenant_id, key)) WITHOUT ROWID",
];
