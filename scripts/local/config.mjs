import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readIfExists, replaceFile } from "./files.mjs";

/** The data databases that only local development has, so that no statement crosses from one to another unseen. */
const further = [2, 3];

/** The name of the configuration with which the service runs locally. It is beside `wrangler.toml`, for its paths. */
export const localConfig = "wrangler.local.toml";

/**
 * Writes the configuration of local development: that of a deployment, with more data databases, and without the
 * schedule: `npm start` keeps it, and wrangler would take time to say that it does not.
 *
 * @param {string} root
 */
export function writeLocalConfig(root) {
	const config = readFileSync(join(root, "wrangler.toml"), "utf8").replace(/\n\[triggers\]\ncrons = .*\n/, "\n");
	const blocks = further
		.filter((number) => !config.includes(`binding = "DATA_${number}"`))
		.map(
			(number) => `
[[d1_databases]]
binding = "DATA_${number}"
database_name = "tattoo-studio-data-${number}"
database_id = "00000000-0000-0000-0000-00000000010${number}"
migrations_dir = "migrations/data"
`,
		);
	const text = ["# Written by `npm start`, from wrangler.toml.\n", config, ...blocks].join("");
	const file = join(root, localConfig);
	if (readIfExists(file) !== text) replaceFile(file, text);
}

/**
 * Writes a configuration that has nothing but the local databases, and returns its path.
 *
 * @param {string} root
 * @param {string} directory
 */
export function writeDatabasesConfig(root, directory) {
	const config = readFileSync(join(root, localConfig), "utf8");
	const blocks = config.match(/\[\[d1_databases\]\]\n(?:\w+ = .*\n?)+/g) ?? [];
	const file = join(directory, "databases.toml");
	replaceFile(file, ['name = "databases"', 'compatibility_date = "2026-11-01"', ...blocks].join("\n"));
	return file;
}
