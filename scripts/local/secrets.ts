import { appendFileSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { createFile } from "./files.mjs";
import { linesOf, newSecrets } from "./new-secrets.mjs";

/** Adds the local secrets that are missing to `file`, which is `.dev.vars`, and returns the operator's token. */
export function ensureSecrets(file: string): string {
	const generated = newSecrets();
	const secrets = Object.entries(generated);
	if (createFile(file, linesOf(secrets))) return generated.OPERATOR_TOKEN;

	const present = parseEnv(readFileSync(file, "utf8"));
	const missing = secrets.filter(([name]) => !present[name]);
	if (missing.length > 0) appendFileSync(file, `\n${linesOf(missing)}`);
	return present.OPERATOR_TOKEN || generated.OPERATOR_TOKEN;
}
