import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installTools, toolPath } from "../../scripts/document-tools.ts";
import { unmentionedSinceRelease } from "../../scripts/released/release.ts";
import { asyncApiDocument } from "../../src/api/openapi/asyncapi.ts";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { operatorDocument } from "../../src/api/openapi/operator-document.ts";
import { gapsIn } from "../../src/api/openapi/words/gaps.ts";
import { servedDocument } from "../../src/web/docs/content/served-document.ts";
import { node, root } from "./node.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
const [document, ofOperator] = [join(folder, "openapi.json"), join(folder, "operator.json")];
const origin = "https://api.tattoo-studio.invalid";
const api = apiDocument(origin, `${origin}/docs`);
const served = JSON.stringify(servedDocument(api), null, 2);

beforeAll(async () => {
	writeFileSync(document, served);
	writeFileSync(ofOperator, JSON.stringify(operatorDocument(origin, `${origin}/docs`), null, 2));
	await installTools();
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

it("every field has its words, every answer its example, and every error its codes (src/api/openapi/words/)", () => {
	expect(gapsIn(api)).toEqual([]);
});

it("CHANGELOG.md mentions with names in backticks what changed since the release; a line begins with **Breaking** for a change that breaks callers", () => {
	expect(unmentionedSinceRelease(JSON.parse(served))).toEqual([]);
});

it("Redocly accepts the documents of the API and of the operator", () =>
	node([toolPath("@redocly/cli/bin/cli.js"), "lint", document, ofOperator, "--config", "redocly.yaml"]));

it("Spectral accepts them", () => {
	const options = ["--ruleset", ".spectral.yaml", "--fail-severity", "hint"];
	return node([toolPath("@stoplight/spectral-cli/dist/index.js"), "lint", document, ofOperator, ...options]);
});

it("two generators of TypeScript make programs of it that compile", async () => {
	const [types, client] = [join(folder, "types.ts"), join(folder, "client")];
	// In the root of the repository, the first one would take redocly.yaml for its own configuration.
	await node([toolPath("openapi-typescript/bin/cli.js"), document, "-o", types], folder);
	const options = ["-i", document, "-o", client, "-c", "@hey-api/client-fetch"];
	await node([toolPath("@hey-api/openapi-ts/bin/run.js"), ...options], folder);
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	const strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
	await node([compiler, "--ignoreConfig", ...strict, "--types", "", types, join(client, "index.ts")]);
});

it("the parser of AsyncAPI accepts the document of the events", async () => {
	const { Parser } = createRequire(toolPath("asyncapi.cjs"))("@asyncapi/parser");
	const text = JSON.stringify(asyncApiDocument(api, { host: new URL(origin).host, protocol: "https" }));
	const parsed = await new Parser().parse(text);
	expect(parsed.diagnostics).toEqual([]);
	expect(parsed.document).toBeDefined();
});
