import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readyState, readyStateErrorPath } from "./ready-state.ts";
import { Server } from "./server.ts";

/**
 * Vitest calls this before the drills, and calls the returned function after them. It makes the state once for each set
 * of migrations. Other tests run in the meantime, and the servers of the drills wait for the state.
 */
export default function (): () => Promise<void> {
	const made = existsSync(readyState) ? Promise.resolve() : makeReadyState().catch(reportFailure);
	return () => made;
}

async function makeReadyState(): Promise<void> {
	rmSync(dirname(readyState), { recursive: true, force: true });
	mkdirSync(dirname(readyState), { recursive: true });
	const server = new Server({ fromNothing: true });
	await server.start();
	await server.stop();
	const draft = `${readyState}.${process.pid}`;
	cpSync(server.stateDir, draft, { recursive: true });
	renameSync(draft, readyState);
	await server.remove();
}

const reportFailure = (error: unknown): void => writeFileSync(readyStateErrorPath, String(error));
