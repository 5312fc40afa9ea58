import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export const root = join(import.meta.dirname, "../..");

export async function node(args: string[], cwd = root): Promise<void> {
	try {
		await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
	} catch (error) {
		const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
		throw new Error(`${stdout}${stderr}` || message);
	}
}
