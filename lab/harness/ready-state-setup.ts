import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readyState, readyStateErrorPath, wantedPath } from "./ready-state.ts";
import { Server } from "./server.ts";

/**
 * Vitest calls this before the drills, and calls the returned function after them. The state is made once for each set of
 * migrations, when the first server waits for it. Other tests run in the meantime.
 */
export default function (): () => Promise<void> {
	if (!existsSync(readyState)) forgetOthers();
	let made = Promise.resolve();
	const looking = setInterval(() => {
		if (!existsSync(wantedPath) || !isFirst()) return;
		clearInterval(looking);
		made = makeReadyState().catch(reportFailure);
	}, 100);
	return async () => {
		clearInterval(looking);
		await made;
	};
}

const folder = dirname(readyState);
/** Also removes what is left of a run that was ended. */
const forgetOthers = (): void => rmSync(folder, { recursive: true, force: true });

/** Of several projects that look, one makes the state. */
function isFirst(): boolean {
	try {
		mkdirSync(`${readyState}.begun`);
		return true;
	} catch {
		return false;
	}
}

async function makeReadyState(): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const server = new Server({ fromNothing: true });
	await server.start();
	await server.stop();
	const draft = `${readyState}.${process.pid}`;
	cpSync(server.stateDir, draft, { recursive: true });
	renameSync(draft, readyState);
	await server.remove();
}

const reportFailure = (error: unknown): void => writeFileSync(readyStateErrorPath, String(error));
