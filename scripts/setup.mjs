import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { messageOf } from "./local/errors.mjs";
import { createFile, readIfExists, replaceFile } from "./local/files.mjs";
import { identify, isRunning } from "./local/processes.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const lockFile = join(root, ".wrangler/setup.lock");
const stampFile = join(root, "node_modules/.installed-from");

/**
 * Makes `node_modules` what package-lock.json says.
 *
 * @param {AbortSignal} signal
 */
export async function ensureInstalled(signal) {
	if (isInstalled()) return;
	await lock(signal);
	try {
		if (!isInstalled()) await install(signal);
	} finally {
		rmSync(lockFile, { force: true });
	}
}

const lockfileHash = () =>
	createHash("sha256")
		.update(readFileSync(join(root, "package-lock.json")))
		.digest("hex");

const isInstalled = () => readIfExists(stampFile) === lockfileHash();

/** @param {AbortSignal} signal */
async function install(signal) {
	console.error("Installing dependencies …");
	const hash = lockfileHash();
	// NODE_ENV=production would leave out the development tools, and the server runs on them.
	const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
	// Under npm, `node` can be the one in node_modules, which is about to be removed.
	const { npm_node_execpath: node, npm_execpath: npm } = process.env;
	const [command, ...first] = node && npm ? [node, npm] : ["npm"];
	const child = spawn(command, [...first, ...options], {
		cwd: root,
		detached: true,
		stdio: ["ignore", "pipe", "inherit"],
	});
	await once(child, "spawn");
	const pid = Number(child.pid);
	replaceFile(lockFile, `${identify(process.pid)} ${identify(pid)}`);
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
	});
	const stop = () => child.exitCode ?? process.kill(-pid, "SIGKILL");
	signal.addEventListener("abort", stop);
	try {
		const [code] = await once(child, "close");
		signal.throwIfAborted();
		if (code !== 0) throw new Error(`${output}\`npm ci\` failed (exit code ${code}).`);
	} finally {
		signal.removeEventListener("abort", stop);
	}
	writeFileSync(stampFile, hash);
}

/** @param {AbortSignal} signal */
async function lock(signal) {
	while (!createFile(lockFile, String(identify(process.pid)))) {
		const holder = readIfExists(lockFile);
		if (holder === undefined) continue;
		if (holder.split(" ").some(isRunning)) await sleep(200, undefined, { signal });
		else rmSync(lockFile, { force: true });
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const stopping = new AbortController();
	for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, () => stopping.abort());
	try {
		await ensureInstalled(stopping.signal);
	} catch (error) {
		if (!stopping.signal.aborted) console.error(messageOf(error));
		process.exitCode = 1;
	}
}
