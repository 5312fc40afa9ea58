import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFile, readIfExists } from "./files.mjs";
import { identify, isRunning, kill, withEnvironment } from "./processes.mjs";

/** In the environment of every process of a run; how those that outlived it are told from all others. */
const marker = "STUDIO_RUN_ID";

/** One server's hold on a state folder, and on the processes it starts. */
export class Run {
	#id = randomUUID();
	#file;
	#claimed = false;

	/** @param {string} stateDir */
	constructor(stateDir) {
		this.stateDir = stateDir;
		this.tempDir = join(stateDir, "tmp");
		this.#file = join(stateDir, "run.json");
	}

	get environment() {
		return { ...process.env, [marker]: this.#id, TMPDIR: this.tempDir };
	}

	/** Ends what a killed run has left behind. */
	async clearEarlier() {
		const earlier = this.#recorded();
		if (!earlier) return;
		// npm does not always wait for what it has started: the earlier run may be just ending.
		for (let tries = 0; tries < 20 && isRunning(earlier.supervisor); tries++) await sleep(50);
		if (isRunning(earlier.supervisor)) return;
		await endProcesses(earlier.id);
		rmSync(this.#file, { force: true });
	}

	/** @param {number} port */
	claim(port) {
		const run = { id: this.#id, supervisor: identify(process.pid), port };
		if (!createFile(this.#file, JSON.stringify(run))) {
			const other = this.#recorded();
			throw new Error(
				`${this.stateDir} is in use by the server on port ${other?.port}. Stop it, or choose another folder: STATE_DIR=… npm start`,
			);
		}
		this.#claimed = true;
		rmSync(this.tempDir, { recursive: true, force: true });
		mkdirSync(this.tempDir);
	}

	endProcesses() {
		return endProcesses(this.#id);
	}

	release() {
		if (!this.#claimed) return;
		rmSync(this.tempDir, { recursive: true, force: true });
		rmSync(this.#file, { force: true });
	}

	/** @returns {{ id: string; supervisor: string; port: number } | null} */
	#recorded() {
		return JSON.parse(readIfExists(this.#file) ?? "null");
	}
}

/** @param {string} id */
async function endProcesses(id) {
	for (let tries = 0; tries < 40; tries++) {
		const pids = withEnvironment(marker, id);
		if (pids.length === 0) return;
		for (const pid of pids) kill(pid, "SIGKILL");
		await sleep(25);
	}
}
