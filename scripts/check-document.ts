// Checks the API document with what reads it: two linters, and two generators of TypeScript whose output must compile.
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installTools, toolPath } from "./document-tools.ts";

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = toolPath(".cache");
const document = join(cache, "openapi.json");

const nodeIn = (cwd: string, ...args: string[]) => run(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
const node = (...args: string[]) => nodeIn(root, ...args);

async function lint(): Promise<void> {
	await node(toolPath("@redocly/cli/bin/cli.js"), "lint", document, "--config", "redocly.yaml");
}

async function spectral(): Promise<void> {
	const cli = toolPath("@stoplight/spectral-cli/dist/index.js");
	await node(cli, "lint", document, "--ruleset", ".spectral.yaml", "--fail-severity", "hint");
}

async function generate(): Promise<void> {
	const [types, client] = [join(cache, "types.ts"), join(cache, "client")];
	await Promise.all([
		// It would take redocly.yaml for its own configuration where there is one.
		nodeIn(cache, toolPath("openapi-typescript/bin/cli.js"), document, "-o", types),
		nodeIn(
			cache,
			toolPath("@hey-api/openapi-ts/bin/run.js"),
			"-i",
			document,
			"-o",
			client,
			"-c",
			"@hey-api/client-fetch",
		),
	]);
	const strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
	await node(
		join(root, "node_modules/typescript/bin/tsc"),
		"--ignoreConfig",
		...strict,
		"--types",
		"",
		types,
		join(client, "index.ts"),
	);
}

await installTools();
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const started = Date.now();
const { apiDocument } = await import("../src/openapi/document.ts");
const origin = "https://api.tattoo-studio.invalid";
writeFileSync(document, JSON.stringify(apiDocument(origin, `${origin}/docs`), null, 2));

const checks = { Redocly: lint, Spectral: spectral, "the generators": generate };
const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()));
for (const [n, outcome] of outcomes.entries()) {
	if (outcome.status === "fulfilled") continue;
	const { stdout = "", stderr = "", message } = outcome.reason;
	console.error(`${Object.keys(checks)[n]} refused the API document.\n${stdout}${stderr || message}`);
	process.exitCode = 1;
}
console.log(`The API document was checked in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
