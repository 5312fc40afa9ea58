import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFile } from "./files.mjs";

/** The local secrets of a new clone. */
export const newSecrets = () => ({
	ENVIRONMENT: "development",
	OPERATOR_TOKEN: `svcop_${randomBytes(32).toString("base64url")}`,
	ENCRYPTION_KEY: randomBytes(32).toString("base64"),
});

/** @param {[name: string, value: string][]} secrets */
export const linesOf = (secrets) => secrets.map(([name, value]) => `${name}="${value}"\n`).join("");

// npm runs this file after an install, so that `npx wrangler dev` serves with development's rules, too.
const self = fileURLToPath(import.meta.url);
if (process.argv[1] === self) createFile(join(self, "../../../.dev.vars"), linesOf(Object.entries(newSecrets())));
