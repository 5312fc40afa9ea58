import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");

/** The files on which the result of a first start depends. */
const sources = ["migrations/**/*.sql", "scripts/**/*.{mjs,ts}", "package-lock.json"];

const hash = createHash("sha256");
for (const file of globSync(sources, { cwd: root }).sort()) hash.update(`${file}\0${readFileSync(join(root, file))}\0`);

export const readyState = join(root, "node_modules/.cache/ready-state", hash.digest("hex").slice(0, 16));

/** The file with the reason why the state could not be made. */
export const readyStateErrorPath = `${readyState}.error`;

/** The file of a process that waits for the state. */
export const wantedPath = `${readyState}.wanted`;

/** Waits until another process has made the state. */
export async function waitForReadyState(): Promise<void> {
	if (existsSync(readyState)) return;
	mkdirSync(dirname(wantedPath), { recursive: true });
	writeFileSync(wantedPath, "");
	while (!existsSync(readyState)) {
		if (existsSync(readyStateErrorPath)) throw new Error(readFileSync(readyStateErrorPath, "utf8"));
		await sleep(100);
	}
}
