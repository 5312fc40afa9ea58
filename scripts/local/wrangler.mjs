import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localConfig } from "./config.mjs";
import { readIfExists, replaceFile } from "./files.mjs";
import { versionOfMigrations } from "./migrations.mjs";

/** @import { Run } from "./run.mjs" */
/** @typedef {ReturnType<typeof startWrangler>} Wrangler */

/**
 * Starts wrangler as the leader of a process group of its own, in which the workers' runtime lives too.
 *
 * @param {string} root
 * @param {Run} run
 * @param {string[]} args
 */
export const startWrangler = (root, run, args) =>
	startNode(root, run, [
		fileURLToPath(import.meta.resolve("wrangler")),
		...args,
		"--config",
		join(root, localConfig),
		"--persist-to",
		run.stateDir,
	]);

/** Wrangler makes many objects while it starts. With room for them it collects garbage less often: it saves 0.1 s. */
const roomForYoungObjects = ["--min-semi-space-size=32", "--max-semi-space-size=32"];

/**
 * Wrangler refuses older versions of Node.js than the one that node_modules has.
 *
 * @param {string} root
 * @param {Run} run
 * @param {string[]} args
 */
function startNode(root, run, args) {
	return spawn(join(root, "node_modules/.bin/node"), ["--no-warnings", ...roomForYoungObjects, ...args], {
		cwd: root,
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...run.environment,
			// What V8 compiled is kept for the next start. Wrangler is large: it saves about half a second.
			NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
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
 * Identifies the migrations that there are; undefined when the databases have them all already.
 *
 * @param {string} root
 * @param {Run} run
 */
export function pendingMigrations(root, { stateDir }) {
	const version = versionOfMigrations(root, join(root, localConfig));
	const done = readIfExists(migratedFile(stateDir)) === version && existsSync(join(stateDir, "v3/d1"));
	return done ? undefined : version;
}

/**
 * Starts the migration of all local databases, as the leader of a process group of its own.
 *
 * @param {string} root
 * @param {Run} run
 */
export const startMigrations = (root, run) =>
	startNode(root, run, [join(root, "scripts/local/migrate.mjs"), run.stateDir]);

/**
 * Waits for the databases to be migrated, and notes that it went well.
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
