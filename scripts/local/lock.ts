import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { readIfExists, replaceFile } from "./files.mjs";

/** The time for an earlier process to end. */
const patienceMs = 1_000;

let lock: DatabaseSync | undefined;

/**
 * Locks the state folder for this process, and deletes the temporary files of killed processes. The lock is SQLite's,
 * so it ends with the process, however the process ends.
 */
export function lockState(stateDir: string, port: number): void {
	const temporary = join(stateDir, "tmp");
	const portFile = join(stateDir, "port");
	mkdirSync(stateDir, { recursive: true });
	lock = new DatabaseSync(join(stateDir, "lock"), { timeout: patienceMs });
	try {
		lock.exec("BEGIN EXCLUSIVE");
	} catch {
		const other = `${stateDir} is in use by the server on port ${readIfExists(portFile)}.`;
		throw new Error(`${other} Stop it, or choose another folder: STATE_DIR=… npm start`);
	}
	replaceFile(portFile, String(port));
	rmSync(temporary, { recursive: true, force: true });
	mkdirSync(temporary);
	process.env.TMPDIR = temporary;
}

/** Throws if a server has the port. The runtime would notice only seconds later, and on macOS not always. */
export async function requireFreePort(port: number): Promise<void> {
	const giveUpAt = Date.now() + patienceMs;
	while ((await isAnswered("127.0.0.1", port)) || (await isAnswered("::1", port))) {
		if (Date.now() > giveUpAt) {
			const other = port === 8788 ? 8789 : 8788;
			throw new Error(`Port ${port} is in use. Stop what uses it, or choose another: PORT=${other} npm start`);
		}
		await sleep(50);
	}
}

async function isAnswered(host: string, port: number): Promise<boolean> {
	const socket = connect({ host, port });
	const connected = await once(socket, "connect").catch(() => undefined);
	socket.destroy();
	return connected !== undefined;
}
