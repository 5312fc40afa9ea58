import { readFileSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leavesOutBrowser } from "./lab/harness/chromium.ts";
import { bindingsOf, fileOf } from "./lab/platform/bindings.ts";
import { textModules } from "./lab/platform/text-modules.ts";
import { ensureBuilt } from "./scripts/build.mjs";
import { bundledModules } from "./test/support/bundle.ts";
import { changedFiles } from "./test/support/changed-files.ts";
import { schemaOf } from "./test/support/migrations.ts";
import { newSeed, turnOf } from "./test/support/new-seed.ts";
import { allInProcess, measured, select } from "./test/support/selection.ts";

// The environment sets the depth of a run (test/support/selection.ts):
//   TEST_DEPTH=full   everything in both runtimes; unset: what guards main
//   TEST_DEPTH=fast   the operations of each resource
//   TEST_DEPTH=rest   a twentieth of what only a full run does
//   TEST_SEED=<n>     repeats the random choices of an earlier run
const { TEST_DEPTH } = process.env;
const depth = TEST_DEPTH === "full" || TEST_DEPTH === "rest" || TEST_DEPTH === "fast" ? TEST_DEPTH : "quick";
const isNamed = process.argv.some((argument) => /^(\.\/)?test\/|\.test\.ts$/.test(argument));
if (!process.env.TEST_SEED) {
	// Saved in the environment, because Vitest reads this file more than once.
	// Named files are no turn, and neither is a tool that reads this file.
	const isTurn = process.argv[1]?.includes("vitest") && !isNamed;
	process.env.TEST_SEED = String(newSeed(turnOf(isTurn ? depth : "others")));
	console.error(`TEST_SEED=${process.env.TEST_SEED}`);
}
const seed = Number(process.env.TEST_SEED);

// With several data databases, a statement across two of them fails. DATA_DATABASES=1 tests a new deployment.
const further = process.env.DATA_DATABASES === "1" ? [] : ["DATA_2", "DATA_3"];
const furtherDatabases = Object.fromEntries(further.map((binding) => [binding, binding.toLowerCase()]));

// Vitest evaluates this file for each of the projects.
const ofProcess = globalThis as { prepared?: ReturnType<typeof prepare> };
// A run that watches sees files that change later.
const watches = !process.argv.includes("run");
if (watches) delete ofProcess.prepared;
ofProcess.prepared ??= prepare();
const { selected, schemas } = ofProcess.prepared;

function prepare() {
	// Main has passed its tests. CI tries once more, after them, all that was committed to it lately.
	const changed = watches ? undefined : changedFiles(".", { lastOfMain: depth === "rest" ? 5 : 0 });
	return {
		selected: select({ depth, seed, hasOneDatabase: further.length === 0, isNamed, changed }),
		schemas: { CONTROL_SCHEMA: schemaOf("control"), DATA_SCHEMA: schemaOf("data") },
	};
}
const hasBrowser = (file: string) => /\/(browser|chromium)\.ts"/.test(readFileSync(file, "utf8"));

// More memory for young objects saves a tenth of V8's work.
const memory = ["--min-semi-space-size=64", "--max-semi-space-size=128"];
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= memory.join(" ");

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

// Some files wait more than they compute, so a third worker helps on two cores. The operations of resources do not wait.
const maxWorkers = Math.max(depth === "fast" ? 2 : 3, availableParallelism());

/** The examples of the client name it as their reader does. */
const inBoth = {
	"tattoo-studio": fileURLToPath(import.meta.resolve("./client/src/index.ts")),
	"node:crypto": fileURLToPath(import.meta.resolve("./test/support/quick-scrypt.ts")),
};
const inProcess = {
	...inBoth,
	"cloudflare:workers": fileURLToPath(import.meta.resolve("./lab/platform/modules/workers.ts")),
	"cloudflare:test": fileURLToPath(import.meta.resolve("./lab/platform/modules/test.ts")),
};
const setupFiles = ["test/support/setup.ts", "test/support/seed.ts"];

const named = process.argv.map((argument, n, all) => (all[n - 1] === "--project" ? argument : "")).filter(Boolean);
const leavesOutWorkerd = named.length > 0 && named.every((name) => /^(units|process|drills)$/.test(name));

const testVars = {
	DATA_3_REGION: "eu",
	ENVIRONMENT: "development",
	BASE_URL: "https://api.test",
	OPERATOR_TOKEN: "svcop_test",
	ENCRYPTION_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
	...schemas,
};

/** The Worker in workerd. Its tools are loaded only where they are needed, because they take seconds. */
async function inWorkerd() {
	const { cloudflareTest } = await import("@cloudflare/vitest-pool-workers");
	return cloudflareTest(async () => {
		await ensureBuilt();
		return {
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: { d1Databases: furtherDatabases, bindings: testVars },
		};
	});
}

/**
 * The drills come first, because they wait the longest, and the universe, which lives in a program of its own. The files of
 * workerd follow, which stays only from one to the next (scripts/test.ts), then the platform in one process, and the units
 * fill the rest. A process serves the files of one project that come one after the other, so no project is interrupted by
 * another one. Long files of the platform wait more than they compute, so they start at different times, and other files
 * use the processors meanwhile.
 */
class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const of = (name: string) => sorted.filter(({ project }) => project.name === name);
		const [universe, units] = halves(of("units"), (file) => file.endsWith("/units/universe.test.ts"));
		return [...of("drills"), ...universe, ...of("worker"), ...spread(of("process")), ...units].map(withTags);
	}
}

/** The files of which this is true, and the others. */
const halves = (
	files: TestSpecification[],
	isOne: (file: string) => boolean,
): [TestSpecification[], TestSpecification[]] => [
	files.filter(({ moduleId }) => isOne(moduleId)),
	files.filter(({ moduleId }) => !isOne(moduleId)),
];

/** Places the long files evenly in the first half of the others. */
function spread(files: TestSpecification[]): TestSpecification[] {
	const [long, others] = halves(files, isLong);
	const apart = Math.max(1, Math.floor(others.length / 2 / (long.length + 1)));
	return others.flatMap((file, n) => [...(n % apart === 0 ? long.splice(0, 1) : []), file]).concat(long);
}

/** The packages of the Worker. workerd asks for each module by a call when it starts. */
const ofWorker = [
	"@hono/zod-validator",
	...["drizzle-orm", "drizzle-orm/d1", "drizzle-orm/sqlite-core", "drizzle-orm/sqlite-proxy"],
	...["", "/accepts", "/cookie", "/cors", "/factory", "/html", "/jsx", "/jsx/jsx-dev-runtime", "/jsx/jsx-runtime"].map(
		(path) => `hono${path}`,
	),
	...["hono/route", "hono/router/trie-router", "hono/utils/cookie"],
	...["ical-generator", "ical.js", "ipaddr.js", "temporal-polyfill", "uuidv7", "zod", "zod-openapi"],
];

/** Makes few modules of each of these packages. */
const asFewModules = (include: string[]) => ({ optimizer: { ssr: { enabled: true, include } } });

/** Only workerd counts rows, and of some files it runs nothing else. `npm run test:fast` leaves out what is thorough. */
function withTags(file: TestSpecification): TestSpecification {
	const { project, moduleId } = file;
	const isOnlyRows = project.name === "worker" && selected.onlyRows.some((path) => moduleId.endsWith(`/${path}`));
	const testTagsFilter = [
		...(project.name === "process" ? ["!rows"] : []),
		...(isOnlyRows ? ["rows"] : []),
		...(depth === "fast" ? ["!thorough"] : []),
	];
	return testTagsFilter.length > 0 ? project.createSpecification(moduleId, { testTagsFilter }, file.pool) : file;
}

const isLong = (file: string) =>
	/webhooks\/(health|faults|delivery)|oauth\/outages|calendars\/queue|cross-database\/outage/.test(file);

export default defineConfig({
	test: {
		silent: "passed-only",
		// Long enough for a machine under other load.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		isolate: false,
		// The compiled modules are cached for the next run, in node_modules.
		fsModuleCache: true,
		maxWorkers,
		execArgv: memory,
		sequence: { sequencer: LongestFirst },
		tags: [
			{ name: "rows", description: "It counts the rows that statements read or write." },
			{ name: "full", description: "It does so in full runs alone." },
			{ name: "thorough", description: "It tries more than an operation does: races, floods, limits and plans." },
		],
		provide: { depth: depth === "rest" ? "full" : depth, seed, deep: [] },
		projects: [
			{
				extends: true,
				// Tests without a Worker, in plain Node.
				test: {
					name: "units",
					include: selected.units,
					setupFiles: ["test/support/seed.ts"],
				},
			},
			{
				extends: true,
				// The same tests on the platform in one process (lab/platform).
				test: {
					name: "process",
					include: selected.process,
					setupFiles,
					provide: {
						bindings: fileOf(bindingsOf({ d1: further, vars: testVars })),
					},
				},
				resolve: { alias: inProcess },
				plugins: [
					textModules(ensureBuilt),
					// A run that watches looks after each module by itself.
					watches ? [] : bundledModules([...allInProcess(), ...setupFiles], inProcess),
				],
			},
			{
				extends: true,
				test: {
					name: "worker",
					include: selected.worker,
					deps: asFewModules(ofWorker),
					setupFiles,
					provide: { depth: depth === "rest" ? "quick" : depth, deep: selected.deepInWorkerd },
				},
				resolve: { alias: inBoth },
				plugins: depth === "fast" || leavesOutWorkerd ? [] : [await inWorkerd()],
			},
			{
				extends: true,
				// Tests against a real server.
				test: {
					name: "drills",
					env: { TMPDIR: onDisk },
					include: selected.drills.filter((file) => !(leavesOutBrowser && hasBrowser(file))),
					globalSetup: ["lab/harness/ready-state-setup.ts", "test/drills/setup.ts"],
					setupFiles: ["test/drills/own-environment.ts"],
					testTimeout: 300_000,
					hookTimeout: 300_000,
					isolate: true,
				},
			},
			{
				extends: true,
				test: {
					name: "measured",
					env: { TMPDIR: onDisk },
					include: depth === "full" ? [measured] : [],
					globalSetup: "lab/harness/ready-state-setup.ts",
					setupFiles: ["test/drills/own-environment.ts"],
					testTimeout: 300_000,
					hookTimeout: 300_000,
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
