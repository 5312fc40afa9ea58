import { globSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leavesOutBrowser } from "./lab/harness/chromium.ts";
import { bindingsOf } from "./lab/platform/bindings.ts";
import { textModules } from "./lab/platform/text-modules.ts";
import { ensureBuilt } from "./scripts/build.mjs";
import { select } from "./test/support/selection.ts";

// The environment sets the depth of a run (test/support/depth.ts):
//   TEST_DEPTH=full   whole cross products and long random runs; unset: a part of them that contains each case
//   TEST_DEPTH=fast   the operations of each resource
//   TEST_DEPTH=rest   the same as full, but only the files in which it makes a difference
//   TEST_SEED=<n>     repeats the random choices of an earlier run
const { TEST_DEPTH } = process.env;
const depth = TEST_DEPTH === "full" || TEST_DEPTH === "rest" ? "full" : "quick";
const differs = (file: string) => /\/(depth|requests|holds-at-once)\.ts"/.test(readFileSync(file, "utf8"));
const files = (glob: string) => (TEST_DEPTH === "rest" ? globSync(glob).filter(differs) : [glob]);
const withBrowser = () =>
	globSync(drills).filter((file) => /\/(browser|chromium)\.ts"/.test(readFileSync(file, "utf8")));
const onlyInFull = (glob: string) => (depth === "full" ? [glob] : []);
if (!process.env.TEST_SEED) {
	// Saved in the environment, because Vitest reads this file more than once.
	process.env.TEST_SEED = String(Math.floor(Math.random() * 2 ** 31));
	console.error(`TEST_SEED=${process.env.TEST_SEED}`);
}
const seed = Number(process.env.TEST_SEED);

// With several data databases, a statement across two of them fails. DATA_DATABASES=1 tests a new deployment.
const further = process.env.DATA_DATABASES === "1" ? [] : ["DATA_2", "DATA_3"];
const furtherDatabases = Object.fromEntries(further.map((binding) => [binding, binding.toLowerCase()]));

const units = "test/units/**/*.test.ts";
const clientUnits = "client/test/**/*.test.ts";
const drills = "test/drills/**/*.test.ts";
/** These are slow and guard code that seldom changes, so only full runs have them. */
const longDrills = "test/drills/long/*.test.ts";
/** A measurement: nothing else may run at the same time. */
const measured = "test/drills/long/latency.test.ts";

const selected = select({
	depth: TEST_DEPTH === "rest" || TEST_DEPTH === "fast" ? TEST_DEPTH : depth,
	seed,
	hasOneDatabase: further.length === 0,
	isNamed: process.argv.some((argument) => /^(\.\/)?test\/|\.test\.ts$/.test(argument)),
});

// More memory for young objects saves a tenth of V8's work.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--min-semi-space-size=64 --max-semi-space-size=128";

// The worker's databases are temporary. They stay in memory if there is enough of it.
const onDisk = tmpdir();
if (process.platform === "linux" && roomIn("/dev/shm") > 2 ** 30) process.env.TMPDIR = "/dev/shm";

function roomIn(folder: string): number {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return 0;
	}
}

// Some files wait more than they compute, so a third worker helps on two cores.
const maxWorkers = Math.max(3, availableParallelism());

const testVars = {
	DATA_3_REGION: "eu",
	ENVIRONMENT: "development",
	BASE_URL: "https://api.test",
	OPERATOR_TOKEN: "svcop_test",
	ENCRYPTION_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
};

/**
 * The crash tests come first, because they wait the longest, for claims to lapse. The worker's files follow: their
 * process takes seconds to start and stays only from one file to the next. The units fill the rest.
 */
class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const turn = ({ moduleId, project }: TestSpecification) =>
			/drills\/crash/.test(moduleId)
				? -1
				: ["worker", "drills", "units"].indexOf(project.name) * 2 + (isLong(moduleId) ? 0 : 1);
		return (await super.sort(files)).sort((a, b) => turn(a) - turn(b));
	}
}

const isLong = (file: string) =>
	/webhooks\/(health|faults|delivery)|cross-database\/outage|drills\/(client|command-line|start|long\/)/.test(file);

export default defineConfig({
	test: {
		silent: "passed-only",
		// Long enough for a machine under other load.
		testTimeout: 30_000,
		hookTimeout: 120_000,
		isolate: false,
		// The compiled modules are cached for the next run, in node_modules.
		fsModuleCache: true,
		maxWorkers,
		sequence: { sequencer: LongestFirst },
		provide: { depth, seed },
		projects: [
			{
				extends: true,
				// Tests without a Worker, in plain Node.
				test: {
					name: "units",
					include: [...files(units), ...files(clientUnits)],
					setupFiles: ["test/support/seed.ts"],
				},
			},
			{
				extends: true,
				// The same tests on the platform in one process (lab/platform).
				test: {
					name: "process",
					include: selected.process,
					setupFiles: ["test/support/setup.ts", "test/support/seed.ts"],
					provide: {
						bindings: bindingsOf({
							d1: further,
							vars: {
								...testVars,
								CONTROL_MIGRATIONS: await readD1Migrations("./migrations/control"),
								DATA_MIGRATIONS: await readD1Migrations("./migrations/data"),
							},
						}),
					},
				},
				resolve: {
					alias: {
						"node:crypto": fileURLToPath(import.meta.resolve("./test/support/quick-scrypt.ts")),
						"cloudflare:workers": fileURLToPath(import.meta.resolve("./lab/platform/modules/workers.ts")),
						"cloudflare:test": fileURLToPath(import.meta.resolve("./lab/platform/modules/test.ts")),
					},
				},
				plugins: [textModules(ensureBuilt)],
			},
			{
				extends: true,
				test: {
					name: "worker",
					include: selected.worker,
					setupFiles: ["test/support/setup.ts", "test/support/seed.ts"],
				},
				resolve: {
					alias: { "node:crypto": fileURLToPath(import.meta.resolve("./test/support/quick-scrypt.ts")) },
				},
				plugins: [
					cloudflareTest(async () => {
						await ensureBuilt();
						return {
							wrangler: { configPath: "./wrangler.toml" },
							miniflare: {
								d1Databases: furtherDatabases,
								bindings: {
									CONTROL_MIGRATIONS: await readD1Migrations("./migrations/control"),
									DATA_MIGRATIONS: await readD1Migrations("./migrations/data"),
									...testVars,
								},
							},
						};
					}),
				],
			},
			{
				extends: true,
				// Tests against a real server.
				test: {
					name: "drills",
					env: { TMPDIR: onDisk },
					include: [...files(drills), ...onlyInFull(longDrills)],
					exclude: [measured, ...(depth === "full" ? [] : [longDrills]), ...(leavesOutBrowser ? withBrowser() : [])],
					globalSetup: ["lab/harness/ready-state-setup.ts", "test/drills/setup.ts"],
					setupFiles: ["test/drills/own-environment.ts"],
					isolate: true,
				},
			},
			{
				extends: true,
				test: {
					name: "measured",
					env: { TMPDIR: onDisk },
					include: onlyInFull(measured),
					globalSetup: "lab/harness/ready-state-setup.ts",
					setupFiles: ["test/drills/own-environment.ts"],
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
