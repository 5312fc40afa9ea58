import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { createFile } from "./files.mjs";

/** Adds the local secrets that are missing to `file`, which is `.dev.vars`, and returns the operator's token. */
export function ensureSecrets(file: string): string {
	const generated = {
		ENVIRONMENT: "development",
		OPERATOR_TOKEN: `svcop_${randomBytes(32).toString("base64url")}`,
		ENCRYPTION_KEY: randomBytes(32).toString("base64"),
	};
	const secrets = Object.entries(generated);
	if (createFile(file, lines(secrets))) return generated.OPERATOR_TOKEN;

	const present = parseEnv(readFileSync(file, "utf8"));
	const missing = secrets.filter(([name]) => !present[name]);
	if (missing.length > 0) appendFileSync(file, `\n${lines(missing)}`);
	return present.OPERATOR_TOKEN || generated.OPERATOR_TOKEN;
}

const lines = (secrets: [name: string, value: string][]) =>
	secrets.map(([name, value]) => `${name}="${value}"\n`).join("");
