import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packClient } from "../../client/scripts/pack.ts";
import { installTools, toolPath } from "../../scripts/document-tools.ts";
import { node } from "./node.ts";

const folder = mkdtempSync(join(tmpdir(), "packed-"));
let tarball = "";

beforeAll(async () => {
	tarball = packClient(folder);
	await installTools();
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

it("the generated part of the client is what the API document gives now", () =>
	node(["client/scripts/generate.ts", "--check"]));

it("publint accepts its package", () => node([toolPath("publint/src/cli.js"), "run", tarball, "--strict"]));

it("every kind of program finds its types", () =>
	node([toolPath("@arethetypeswrong/cli/dist/index.js"), tarball, "--no-color"]));

it("it has less than 12 KiB in a page, minified and compressed", async () => {
	execFileSync("tar", ["-xzf", tarball, "-C", folder]);
	const entryPoints = [join(folder, "package/dist/esm/index.js")];
	const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: "esm", write: false });
	expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length).toBeLessThan(12 * 1024);
});
