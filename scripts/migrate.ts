// Migrates the databases of local development: `npm run migrate`. It skips the applied migrations, so it is safe to repeat.
// `npm run deploy` migrates those of a deployment.
import { join, resolve } from "node:path";
import { migrateLocally } from "./local/databases.ts";
import { readSettings } from "./local/settings.ts";

const root = join(import.meta.dirname, "..");

await migrateLocally(root, resolve(root, readSettings(process.env).stateDir));
