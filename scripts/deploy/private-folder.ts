import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a folder that only this user can read, as long as `run` runs. */
export async function inPrivateFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		return await run(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
