import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

/** No process holds the lock for so long: its holder was killed. */
const staleAfterMs = 30_000;

/** No other process of this user holds the lock meanwhile. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const giveUpAt = Date.now() + 2 * staleAfterMs;
	while (!tryLock(path)) {
		if (ageOf(path) > staleAfterMs) rmSync(path, { force: true });
		else if (Date.now() > giveUpAt) throw new Failure(`Another process holds the lock ${path}.`);
		else await sleep(50);
	}
	try {
		return await work();
	} finally {
		rmSync(path, { force: true });
	}
}

function tryLock(path: string): boolean {
	try {
		closeSync(openSync(path, "wx", 0o600));
		return true;
	} catch (error) {
		if ((error as { code?: string }).code === "EEXIST") return false;
		throw error;
	}
}

function ageOf(path: string): number {
	try {
		return Date.now() - statSync(path).mtimeMs;
	} catch {
		return 0;
	}
}
