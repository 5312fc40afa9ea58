// Writes the API document to a file: `node scripts/openapi.ts openapi.json`.
import { writeFileSync } from "node:fs";
import { apiDocument } from "../src/api/openapi/document.ts";

const [path = "openapi.json", origin = "https://api.tattoo-studio.invalid"] = process.argv.slice(2);
writeFileSync(path, JSON.stringify(apiDocument(origin, `${origin}/docs`), null, 2));
