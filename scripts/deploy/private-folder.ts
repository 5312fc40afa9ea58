import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function inPrivateFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "deploy-"));
	try {
		return await run(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
