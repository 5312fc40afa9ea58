// Saves the requests and answers for the pages about operations: `node scripts/demo-answers.ts`, while `npm start` runs.
// It asks the demo studio, which stays as it is.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answersOfDemo } from "./demo/answers/all.ts";
import { readIfExists } from "./local/files.mjs";
import { readSettings } from "./local/settings.ts";

const settings = readSettings(process.env);
const { key } = JSON.parse(readIfExists(join(settings.stateDir, "demo.json")) ?? "{}");
const answers = await answersOfDemo(`http://localhost:${settings.port}`, key);
const file = join(fileURLToPath(import.meta.url), "../../src/web/docs/content/demo-answers.json");
writeFileSync(file, `${JSON.stringify(answers, null, "\t")}\n`);
console.log(`${Object.keys(answers).length} answers are in ${file}.`);
