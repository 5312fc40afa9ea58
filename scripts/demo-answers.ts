// Saves the requests and answers for the pages about operations: `node scripts/demo-answers.ts`, while `npm start` runs.
// It asks the demo studio, which stays as it is.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { placeholders } from "../src/web/docs/sending/addresses.ts";
import { answersOfDemo } from "./demo/answers/all.ts";
import { readIfExists } from "./local/files.mjs";
import { readSettings } from "./local/settings.ts";

const settings = readSettings(process.env);
const { key } = JSON.parse(readIfExists(join(settings.stateDir, "demo.json")) ?? "{}");
const origin = `http://localhost:${settings.port}`;
const answers = await answersOfDemo(origin, key);
const file = join(fileURLToPath(import.meta.url), "../../src/web/docs/content/demo-answers.json");
// Readers see the addresses of the service at which they read.
const text = JSON.stringify(answers, null, "\t").replaceAll(`${origin}/`, `${placeholders.origin}/`);
writeFileSync(file, `${text}\n`);
console.log(`${Object.keys(answers).length} answers are in ${file}.`);
