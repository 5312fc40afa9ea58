import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");

const hash = createHash("sha256");
for (const file of globSync(["migrations/**/*.sql", "scripts/**/*.mjs", "package-lock.json"], { cwd: root }).sort())
	hash.update(`${file}\0${readFileSync(join(root, file))}\0`);

/** A state folder in which nothing was done but to migrate; migrated-state-setup.ts makes it where it is missing. */
export const migratedState = join(root, "node_modules/.cache/migrated-state", hash.digest("hex").slice(0, 16));
