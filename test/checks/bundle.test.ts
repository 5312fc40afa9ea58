import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { type DeployedModule, deployedModules, mainModule } from "../../scripts/deployed-modules.ts";
import { root } from "./node.ts";

/**
 * A little above the present values. Lower them when the Worker gets smaller or faster. One `import { z } from "zod"`
 * brings the error messages of fifty languages along, a fifth of the whole: `import * as z` does not.
 */
const limits = { kibi: 1890, gzippedKibi: 620, startMs: 185 };
/**
 * The times of the reference in `start-up.ts` and of the packages alone, on the machine that `startMs` is for. A slower
 * machine may take longer, by as much as one of them does: some take long for memory that is new, which the reference
 * uses little of.
 */
const expected = { referenceMs: 130, packagesMs: 31 };
/** Other programs on the machine make a start slower, never faster. So one fast start is enough. */
const starts = 9;

interface Start {
	startMs: number;
	referenceMs: number;
}

function startOf(modules: DeployedModule[]): Start {
	const args = ["--experimental-vm-modules", "--no-warnings", join(import.meta.dirname, "start-up.ts")];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		input: JSON.stringify(modules),
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`The Worker does not start.\n${stderr}`);
	return JSON.parse(stdout);
}

/** The part of a package that the Worker uses, if that is not the whole. */
const partOf: Record<string, string> = { "csv-parse": "csv-parse/stream" };

async function packagesAlone(): Promise<DeployedModule[]> {
	const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const lines = Object.keys(dependencies).map((name, n) => `export * as package${n} from "${partOf[name] ?? name}";`);
	const { outputFiles } = await build({
		stdin: { contents: lines.join("\n"), resolveDir: root },
		bundle: true,
		write: false,
		format: "esm",
		minify: true,
		conditions: ["workerd", "worker"],
		external: ["node:*"],
	});
	return [{ name: mainModule, contents: outputFiles[0]?.text ?? "" }];
}

/** The trying stops as soon as a start is fast enough. */
async function fastestStart(modules: DeployedModule[]): Promise<number> {
	const packages = await packagesAlone();
	const seen: (Start & { packagesMs: number })[] = [];
	const least = (name: keyof (typeof seen)[number]) => Math.min(...seen.map((start) => start[name]));
	const fastest = () =>
		least("startMs") * Math.min(expected.referenceMs / least("referenceMs"), expected.packagesMs / least("packagesMs"));
	do seen.push({ ...startOf(modules), packagesMs: startOf(packages).startMs });
	while (
		// A reference that was slowed down once would let too much pass.
		seen.length < 3 ||
		(seen.length < starts && fastest() > limits.startMs)
	);
	return fastest();
}

describe("a new isolate", () => {
	const modules = deployedModules();
	const bytes = Buffer.from(modules.map(({ contents }) => contents).join(""));

	it(`loads at most ${limits.kibi} KiB, and ${limits.gzippedKibi} KiB compressed`, () => {
		expect(bytes.length / 1024).toBeLessThanOrEqual(limits.kibi);
		expect(gzipSync(bytes).length / 1024).toBeLessThanOrEqual(limits.gzippedKibi);
	});

	it(`answers after at most ${limits.startMs} ms of CPU time`, async () => {
		expect(await fastestStart(modules)).toBeLessThanOrEqual(limits.startMs);
	});
});
