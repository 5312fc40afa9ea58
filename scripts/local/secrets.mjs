import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { createFile } from "./files.mjs";

/**
 * Sees to it that `file` (`.dev.vars`, which wrangler reads) has every local secret, and returns the operator's token.
 *
 * @param {string} file
 */
export function ensureSecrets(file) {
	const generated = {
		ENVIRONMENT: "development",
		OPERATOR_TOKEN: `svcop_${randomBytes(32).toString("base64url")}`,
		ENCRYPTION_KEY: randomBytes(32).toString("base64"),
	};
	const secrets = Object.entries(generated);
	if (createFile(file, lines(secrets))) return generated.OPERATOR_TOKEN;

	const present = readFileSync(file, "utf8");
	const missing = secrets.filter(([name]) => assigned(name, present) === undefined);
	if (missing.length > 0) {
		const separator = present === "" || present.endsWith("\n") ? "" : "\n";
		appendFileSync(file, separator + lines(missing));
	}
	return assigned("OPERATOR_TOKEN", present) ?? generated.OPERATOR_TOKEN;
}

/** @param {[name: string, value: string][]} secrets */
const lines = (secrets) => secrets.map(([name, value]) => `${name}="${value}"\n`).join("");

/**
 * @param {string} name
 * @param {string} text
 */
function assigned(name, text) {
	const assignment = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*(["'\`]?)(.+?)\\1[ \\t]*\\r?$`, "m");
	return text.match(assignment)?.[2];
}
