// Checks the API document with two linters, and with two generators of TypeScript whose output must compile, the
// operator's document with the linters, and the AsyncAPI document with its official parser. It also compares the API
// document with the last released one: the changelog must mention the changes.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installTools, toolPath } from "./document-tools.ts";

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = toolPath(".cache");
const document = join(cache, "openapi.json");
const ofOperator = join(cache, "operator.json");

const nodeIn = (cwd: string, ...args: string[]) => run(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
const node = (...args: string[]) => nodeIn(root, ...args);

async function lint(): Promise<void> {
	await node(toolPath("@redocly/cli/bin/cli.js"), "lint", document, ofOperator, "--config", "redocly.yaml");
}

async function spectral(): Promise<void> {
	const cli = toolPath("@stoplight/spectral-cli/dist/index.js");
	await node(cli, "lint", document, ofOperator, "--ruleset", ".spectral.yaml", "--fail-severity", "hint");
}

async function generate(): Promise<void> {
	const [types, client] = [join(cache, "types.ts"), join(cache, "client")];
	await Promise.all([
		// In the root of the repository, the tool would take redocly.yaml for its own configuration.
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

/** Every field has its words, every answer its example, and every error its codes. */
async function complete(): Promise<void> {
	const { gapsIn } = await import("../src/api/openapi/words/gaps.ts");
	const gaps = gapsIn(api);
	if (gaps.length > 0) throw new Error(`${gaps.slice(0, 50).join("\n")}\n\`src/api/openapi/words/\` has the words.`);
}

/** The parser has no command line. */
async function parseAsyncApi(): Promise<void> {
	const { asyncApiDocument } = await import("../src/api/openapi/asyncapi.ts");
	const { Parser } = createRequire(toolPath("asyncapi.cjs"))("@asyncapi/parser");
	const text = JSON.stringify(asyncApiDocument(api, { host: new URL(origin).host, protocol: "https" }));
	const { document, diagnostics } = await new Parser().parse(text);
	const faults = diagnostics.map(({ path, message }: Diagnostic) => `${path.join(".")}: ${message}`);
	if (faults.length > 0 || !document) throw new Error(faults.slice(0, 50).join("\n"));
}

interface Diagnostic {
	path: (string | number)[];
	message: string;
}

async function compare(): Promise<void> {
	const { unmentionedSinceRelease } = await import("./released/release.ts");
	const missing = unmentionedSinceRelease(JSON.parse(readFileSync(document, "utf8")));
	if (missing.length > 0) throw new Error(`${missing.slice(0, 50).join("\n")}\n${advice}`);
}

const advice =
	"CHANGELOG.md says in a new line what callers see, with the names in backticks. A change that breaks callers comes under another path prefix; where that cannot be, the line begins with **Breaking**.";

await installTools();
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const started = Date.now();
const { apiDocument } = await import("../src/api/openapi/document.ts");
const origin = "https://api.tattoo-studio.invalid";
const api = apiDocument(origin, `${origin}/docs`);
const { servedDocument } = await import("../src/web/docs/content/served-document.ts");
writeFileSync(document, JSON.stringify(servedDocument(api), null, 2));
const { operatorDocument } = await import("../src/api/openapi/operator-document.ts");
writeFileSync(ofOperator, JSON.stringify(operatorDocument(origin, `${origin}/docs`), null, 2));

const checks = {
	"The reader": complete,
	Redocly: lint,
	Spectral: spectral,
	"The generators": generate,
	"The parser of AsyncAPI": parseAsyncApi,
	"The last release": compare,
};
const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()));
for (const [n, outcome] of outcomes.entries()) {
	if (outcome.status === "fulfilled") continue;
	const { stdout = "", stderr = "", message } = outcome.reason;
	console.error(`${Object.keys(checks)[n]} refused the document.\n${stdout}${stderr || message}`);
	process.exitCode = 1;
}
console.log(`The API document was checked in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
