import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { createFile } from "./files.mjs";

const self = fileURLToPath(import.meta.url);

export function ensureSecrets(file = join(self, "../../../.dev.vars")) {
	const generated = {
		ENVIRONMENT: "development",
		OPERATOR_TOKEN: `svcop_${randomBytes(32).toString("base64url")}`,
		ENCRYPTION_KEY: randomBytes(32).toString("base64"),
	};
	const secrets = Object.entries(generated);
	if (createFile(file, linesOf(secrets))) return generated.OPERATOR_TOKEN;

	const present = parseEnv(readFileSync(file, "utf8"));
	const missing = secrets.filter(([name]) => !present[name]);
	if (missing.length > 0) appendFileSync(file, `\n${linesOf(missing)}`);
	return present.OPERATOR_TOKEN || generated.OPERATOR_TOKEN;
}

/** @param {[name: string, value: string][]} secrets */
const linesOf = (secrets) => secrets.map(([name, value]) => `${name}="${value}"\n`).join("");

// npm runs this file after an install. An example to copy would give every machine the same secrets, and without a copy
// `npx wrangler dev` would serve with production's rules.
if (process.argv[1] === self) ensureSecrets();
