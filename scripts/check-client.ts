// Checks the typed client: its generated files match the API document, every kind of program can load the package, and
// the package is small.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { packClient } from "../client/scripts/pack.ts";
import { installTools, toolPath } from "./document-tools.ts";

const root = join(import.meta.dirname, "..");
const mostBytes = 12 * 1024;
const faults: string[] = [];

function check(what: string, ...args: string[]): void {
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
	if (status !== 0) faults.push(`${what}:\n${stdout}${stderr}`);
}

/** The size of the client in a page, minified and compressed, in bytes. */
async function sizeIn(unpacked: string): Promise<number> {
	const entryPoints = [join(unpacked, "package/dist/esm/index.js")];
	const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: "esm", write: false });
	return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const folder = mkdtempSync(join(tmpdir(), "packed-"));
try {
	await installTools();
	check("The generated part of the client", "client/scripts/generate.ts", "--check");
	const tarball = packClient(folder);
	check("publint", toolPath("publint/src/cli.js"), "run", tarball, "--strict");
	check("Are the types wrong", toolPath("@arethetypeswrong/cli/dist/index.js"), tarball, "--no-color");
	execFileSync("tar", ["-xzf", tarball, "-C", folder]);
	const bytes = await sizeIn(folder);
	if (bytes > mostBytes)
		faults.push(`The client has ${bytes} bytes, minified and compressed. ${mostBytes} are allowed.`);
	console.log(`The client has ${bytes} bytes, minified and compressed.`);
} finally {
	rmSync(folder, { recursive: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
