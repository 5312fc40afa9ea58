import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readIfExists, replaceFile } from "./files.mjs";

/** @import { Run } from "./run.mjs" */
/** @typedef {ReturnType<typeof startWrangler>} Wrangler */

/**
 * Starts wrangler as the leader of a process group of its own, in which the workers' runtime lives too.
 *
 * @param {string} root
 * @param {Run} run
 * @param {string[]} args
 */
export function startWrangler(root, run, args) {
	// Wrangler refuses older versions of Node.js than the one that node_modules has.
	const node = join(root, "node_modules/.bin/node");
	const cli = fileURLToPath(import.meta.resolve("wrangler"));
	return spawn(node, ["--no-warnings", cli, ...args, "--persist-to", run.stateDir], {
		cwd: root,
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...run.environment,
			WRANGLER_REGISTRY_PATH: join(run.tempDir, "registry"),
			// Nothing that asks the network.
			WRANGLER_HIDE_BANNER: "true",
			WRANGLER_SEND_METRICS: "false",
			WRANGLER_WRITE_LOGS: "false",
			CLOUDFLARE_CF_FETCH_ENABLED: "false",
		},
	});
}

/**
 * Identifies the migrations there are; undefined when the database has them all already.
 *
 * @param {string} root
 * @param {Run} run
 */
export function pendingMigrations(root, { stateDir }) {
	const directory = join(root, "migrations");
	const hash = createHash("sha256");
	for (const file of readdirSync(directory).sort()) {
		if (file.endsWith(".sql")) hash.update(`${file}\0${readFileSync(join(directory, file))}\0`);
	}
	const version = hash.digest("hex");
	const done = readIfExists(migratedFile(stateDir)) === version && existsSync(join(stateDir, "v3/d1"));
	return done ? undefined : version;
}

/**
 * The arguments that make wrangler migrate the database. For each migration that it applies, wrangler starts the
 * runtime anew, so a database that does not exist yet gets them all as one file, in one transaction.
 *
 * @param {string} root
 * @param {Run} run
 */
export function migrating(root, { stateDir, tempDir }) {
	if (existsSync(join(stateDir, "v3/d1"))) return ["d1", "migrations", "apply", "DB", "--local"];
	const directory = join(root, "migrations");
	const names = readdirSync(directory)
		.filter((file) => file.endsWith(".sql"))
		.sort();
	const file = join(tempDir, "migrations.sql");
	replaceFile(
		file,
		[
			// The table in which wrangler notes what it has applied.
			"CREATE TABLE d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);",
			...names.map((name) => `${readFileSync(join(directory, name), "utf8")}\n;`),
			`INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(", ")};`,
		].join("\n"),
	);
	return ["d1", "execute", "DB", "--local", "--yes", "--file", file];
}

/**
 * Waits for wrangler to have migrated the database, and notes that it went well.
 *
 * @param {Wrangler} child
 * @param {string} version
 * @param {Run} run
 */
export async function finishMigrations(child, version, { stateDir }) {
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (chunk) => {
			output += chunk;
		});
	}
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(`${output}\nThe migrations could not be applied.`);
	replaceFile(migratedFile(stateDir), version);
}

/** @param {string} stateDir */
const migratedFile = (stateDir) => join(stateDir, "migrated");

/**
 * Keeps a shell that kills the process group once this process is gone without having ended it, however that came
 * about: the shell's standard input ends then.
 *
 * @param {number | undefined} leader
 * @param {Run} run
 * @param {AbortSignal} signal
 */
export function guardGroup(leader, run, signal) {
	const guard = spawn("/bin/sh", ["-c", 'read -r _ || kill -s KILL -- "-$0"', String(leader)], {
		detached: true,
		stdio: ["pipe", "ignore", "ignore"],
		env: run.environment,
	});
	guard.stdin.on("error", () => {});
	guard.on("exit", () => signal.aborted || guardGroup(leader, run, signal));
}
