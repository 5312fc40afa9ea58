import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

type Kind = "control" | "data";

/** The statements of each migration, in their order. */
export const migrationsOf = (kind: Kind): { name: string; queries: string[] }[] =>
	globSync(`migrations/${kind}/*.sql`)
		.sort()
		.map((name) => ({ name, queries: readFileSync(name, "utf8").split("--> statement-breakpoint") }));

/**
 * The statements that make the tables as all migrations leave them. A database of a test is made in a fifth of the time
 * in which it would be migrated.
 */
export function schemaOf(kind: Kind): string[] {
	const database = new DatabaseSync(":memory:");
	for (const { queries } of migrationsOf(kind)) for (const query of queries) database.exec(query);
	const made = database
		.prepare(
			`SELECT m.sql FROM sqlite_master m LEFT JOIN pragma_table_list t ON t.name = m.name
			WHERE m.sql IS NOT NULL AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND coalesce(t.type, '') <> 'shadow'
			ORDER BY m.type = 'trigger', m.type = 'index', m.rowid`,
		)
		.all();
	database.close();
	return made.map(({ sql }) => String(sql));
}
