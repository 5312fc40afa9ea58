import { globSync, readFileSync } from "node:fs";

/** The statements of each migration, in their order. */
export const migrationsOf = (kind: "control" | "data"): { name: string; queries: string[] }[] =>
	globSync(`migrations/${kind}/*.sql`)
		.sort()
		.map((name) => ({ name, queries: readFileSync(name, "utf8").split("--> statement-breakpoint") }));
