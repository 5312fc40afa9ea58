// Checks the API document with what reads it: two linters, and two generators of TypeScript whose output must compile.
// It also compares the document with the last released one: the changelog must mention what changed.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const tools = join(root, "scripts/document-tools");
const cache = join(tools, "node_modules/.cache");
const document = join(cache, "openapi.json");

const nodeIn = (cwd: string, ...args: string[]) => run(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
const node = (...args: string[]) => nodeIn(root, ...args);
const bin = (folder: string, path: string) => join(folder, "node_modules", path);

async function lint(): Promise<void> {
	await node(bin(tools, "@redocly/cli/bin/cli.js"), "lint", document, "--config", "redocly.yaml");
}

async function spectral(): Promise<void> {
	const cli = bin(tools, "@stoplight/spectral-cli/dist/index.js");
	await node(cli, "lint", document, "--ruleset", ".spectral.yaml", "--fail-severity", "hint");
}

async function generate(): Promise<void> {
	const [types, client] = [join(cache, "types.ts"), join(cache, "client")];
	await Promise.all([
		// It would take redocly.yaml for its own configuration where there is one.
		nodeIn(cache, bin(tools, "openapi-typescript/bin/cli.js"), document, "-o", types),
		nodeIn(
			cache,
			bin(tools, "@hey-api/openapi-ts/bin/run.js"),
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
		bin(root, "typescript/bin/tsc"),
		"--ignoreConfig",
		...strict,
		"--types",
		"",
		types,
		join(client, "index.ts"),
	);
}

async function compare(): Promise<void> {
	const { unmentionedSinceRelease } = await import("./released/release.ts");
	const missing = unmentionedSinceRelease(JSON.parse(readFileSync(document, "utf8")));
	if (missing.length > 0) throw new Error(`${missing.slice(0, 50).join("\n")}\n${advice}`);
}

const advice =
	"CHANGELOG.md says in a new line what callers see, with the names in backticks. What breaks callers comes under another path prefix; where that cannot be, the line begins with **Breaking**.";

if (!existsSync(join(tools, "node_modules")))
	await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: tools });
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const started = Date.now();
const { apiDocument } = await import("../src/openapi/document.ts");
const origin = "https://api.tattoo-studio.invalid";
writeFileSync(document, JSON.stringify(apiDocument(origin, `${origin}/docs`), null, 2));

const checks = { Redocly: lint, Spectral: spectral, "the generators": generate, "the last release": compare };
const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()));
for (const [n, outcome] of outcomes.entries()) {
	if (outcome.status === "fulfilled") continue;
	const { stdout = "", stderr = "", message } = outcome.reason;
	console.error(`${Object.keys(checks)[n]} refused the API document.\n${stdout}${stderr || message}`);
	process.exitCode = 1;
}
console.log(`The API document was checked in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
