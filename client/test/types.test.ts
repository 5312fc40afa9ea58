import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientCall } from "../../src/api/examples/client-call.ts";
import { endpoints } from "../../src/api/v1.ts";
import { asModule, fences, inGuides, leftOut } from "./readme.ts";
import { wrongUses } from "./wrong-uses.ts";

const root = join(import.meta.dirname, "../..");
let errorsOf: Record<string, string>;
let folder: string;

const wrong = ([
	,
	code,
]: (typeof wrongUses)[number]) => `import { ApiError, type Client, type StudioEvent, TattooStudio, verifyWebhook, type WebhookEventOf } from "tattoo-studio";
declare const studio: TattooStudio, client: Client, event: StudioEvent, error: unknown;
${code}
export const used = [ApiError, TattooStudio, verifyWebhook, studio, client, event, error];
`;

/** The examples that the reference and the API document show for each operation. */
const samples = endpoints
	.map((endpoint) => `(async () => { ${clientCall(endpoint)}; })();`)
	.join("\n")
	.concat("\nexport {};\n");

// The compiler is called only once, because it is slow.
beforeAll(() => {
	mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
	folder = mkdtempSync(join(root, "node_modules/.cache/types-"));
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
	write("left-out.ts", leftOut);
	for (const [n, fence] of [...fences, ...inGuides].entries()) write(`readme-${n}.ts`, asModule(fence));
	for (const [n, use] of wrongUses.entries()) write(`wrong-${n}.ts`, wrong(use));
	write("samples.ts", samples);
	const compilerOptions = {
		strict: true,
		noEmit: true,
		target: "es2022",
		lib: ["es2022", "dom", "dom.asynciterable"],
		module: "preserve",
		types: ["node"],
		allowImportingTsExtensions: true,
		paths: { "tattoo-studio": [join(root, "client/src/index.ts")] },
	};
	const include = [".", join(root, "client/examples")];
	write("tsconfig.json", JSON.stringify({ compilerOptions, include }));
	errorsOf = Object.groupBy(compile(), (line) => line.split("(")[0] ?? "") as never;
	for (const [file, lines] of Object.entries(errorsOf)) errorsOf[file] = [lines].flat().join("\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

function compile(): string[] {
	try {
		execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"], {
			cwd: folder,
			encoding: "utf8",
		});
		return [];
	} catch (error) {
		return (error as { stdout: string }).stdout.trim().replace(/\n\s+/g, " ").split("\n");
	}
}

it("the compiler accepts every example of the README, the guides, the reference and examples/", () => {
	expect(fences.length).toBeGreaterThan(20);
	expect(inGuides.length).toBeGreaterThan(4);
	expect(samples).toContain("await studio.clients.create(");
	expect(Object.entries(errorsOf).filter(([file]) => !file.startsWith("wrong-"))).toEqual([]);
});

it.each(wrongUses.map(([what, code, words], n) => [what, code, words, n] as const))(
	"it refuses %s: %s",
	(_, __, words, n) => {
		expect(errorsOf[`wrong-${n}.ts`]).toMatch(words);
	},
);
