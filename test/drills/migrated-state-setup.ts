import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { migratedState } from "./migrated-state.ts";
import { Server, until } from "./server.ts";

/** Vitest calls this before the drills; it has something to do once for each set of migrations. */
export default async function (): Promise<void> {
	if (existsSync(migratedState)) return;
	const server = new Server({ fromNothing: true });
	const starting = server.start();
	// Stopped between two steps of its start.
	starting.catch(() => {});
	await Promise.race([starting, until(() => existsSync(join(server.stateDir, "migrated")), 60_000, "it is migrated")]);
	await server.stop();
	rmSync(dirname(migratedState), { recursive: true, force: true });
	const draft = `${migratedState}.${process.pid}`;
	cpSync(server.stateDir, draft, { recursive: true });
	renameSync(draft, migratedState);
	await server.remove();
}
