import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ name: string; sql: string }} Migration */

/**
 * The migrations of the databases of one kind, in their order.
 *
 * @param {string} root
 * @param {"control" | "data"} kind
 * @returns {Migration[]}
 */
export function migrationsOf(root, kind) {
	const directory = join(root, "migrations", kind);
	return readdirSync(directory)
		.filter((file) => file.endsWith(".sql"))
		.sort()
		.map((name) => ({ name, sql: readFileSync(join(directory, name), "utf8") }));
}

/**
 * The kind of a database, by the name of its binding; undefined for what is no database.
 *
 * @param {string} binding
 * @returns {"control" | "data" | undefined}
 */
export function kindOf(binding) {
	if (binding === "DB") return "control";
	return /^DATA_[1-9]\d*$/.test(binding) ? "data" : undefined;
}

/**
 * Identifies the migrations that there are, and the databases that need them.
 *
 * @param {string} root
 * @param {string} config
 */
export function versionOfMigrations(root, config) {
	const hash = createHash("sha256");
	for (const [binding] of readFileSync(config, "utf8").matchAll(/^binding = "D\w+"$/gm)) hash.update(`${binding}\0`);
	for (const kind of /** @type {const} */ (["control", "data"]))
		for (const { name, sql } of migrationsOf(root, kind)) hash.update(`${kind}/${name}\0${sql}\0`);
	return hash.digest("hex");
}
