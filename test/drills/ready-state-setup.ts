import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { readyState } from "./ready-state.ts";
import { Server } from "./server.ts";

/** Vitest calls this before the drills; it has something to do once for each set of migrations. */
export default async function (): Promise<void> {
	if (existsSync(readyState)) return;
	const server = new Server({ fromNothing: true });
	await server.start();
	await server.stop();
	rmSync(dirname(readyState), { recursive: true, force: true });
	const draft = `${readyState}.${process.pid}`;
	cpSync(server.stateDir, draft, { recursive: true });
	renameSync(draft, readyState);
	await server.remove();
}
