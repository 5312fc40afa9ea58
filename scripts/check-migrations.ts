// Refuses a migration that rebuilds a table: the rebuilt table has no triggers, and its rows are copied while the last
// release serves.
import { globSync, readFileSync } from "node:fs";

const rebuilding = globSync("migrations/*/*.sql").filter((path) => readFileSync(path, "utf8").includes("__new_"));
for (const path of rebuilding) console.error(`${path} rebuilds a table (__new_). Add a column or a table instead.`);
process.exitCode = rebuilding.length === 0 ? 0 : 1;
