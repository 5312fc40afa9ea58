import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { fingerprintOf } from "../../src/platform/lib/secrets/vault.ts";
import { createFile, readIfExists } from "../local/files.mjs";

export interface Secrets {
	OPERATOR_TOKEN: string;
	ENCRYPTION_KEY: string;
}

export const secretNames = ["OPERATOR_TOKEN", "ENCRYPTION_KEY"] as const;

export const secretsFile = (folder: string): string => join(folder, "secrets");

export function readSecrets(folder: string): Secrets | undefined {
	const text = readIfExists(secretsFile(folder));
	if (text === undefined) return undefined;
	const { OPERATOR_TOKEN, ENCRYPTION_KEY } = parseEnv(text);
	if (!OPERATOR_TOKEN || !ENCRYPTION_KEY)
		throw new Error(`${secretsFile(folder)} must have a line for each of ${secretNames.join(" and ")}.`);
	return { OPERATOR_TOKEN, ENCRYPTION_KEY };
}

/** Only the owner of the file can read it. Of two that make the secrets at once, both get those of one. */
export function makeSecrets(folder: string): Secrets {
	const made = {
		OPERATOR_TOKEN: `svcop_${randomBytes(32).toString("base64url")}`,
		ENCRYPTION_KEY: randomBytes(32).toString("base64"),
	};
	createFile(secretsFile(folder), textOf(made));
	return readSecrets(folder) ?? made;
}

const textOf = (secrets: Secrets): string =>
	Object.entries(secrets)
		.map(([name, value]) => `${name}=${value}\n`)
		.join("");

/** It tells whether two clones, or a clone and a Worker, have the same secrets. */
export const fingerprintOfSecrets = ({ ENCRYPTION_KEY }: Secrets): string => fingerprintOf(ENCRYPTION_KEY);

/** The place of the file, for people at other machines. */
export const keptAt = (folder: string): string => `${userInfo().username}@${hostname()}:${secretsFile(folder)}`;
