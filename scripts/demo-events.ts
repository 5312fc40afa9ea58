// Saves the examples for the pages about events: `node scripts/demo-events.ts`, while `npm start` runs. It saves the
// demo studio's first event of each type.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstOfEachType } from "./demo/events.ts";
import { readIfExists } from "./local/files.mjs";
import { readSettings } from "./local/settings.ts";

const settings = readSettings(process.env);
const { key } = JSON.parse(readIfExists(join(settings.stateDir, "demo.json")) ?? "{}");
const origin = `http://localhost:${settings.port}`;
const events = await firstOfEachType(async (path) => {
	const response = await fetch(origin + path, { headers: { Authorization: `Bearer ${key}` } });
	if (!response.ok) throw new Error(`${path}: status ${response.status}. Is the service running?`);
	return await response.json();
});
const file = join(fileURLToPath(import.meta.url), "../../src/web/docs/content/demo-events.json");
writeFileSync(file, `${JSON.stringify(events, null, "\t")}\n`);
console.log(`${Object.keys(events).length} events are in ${file}.`);
