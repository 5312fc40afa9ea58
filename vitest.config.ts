import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { leavesOutBrowser } from "./lab/harness/chromium.ts";
import { bindingsOf, fileOf } from "./lab/platform/bindings.ts";
import { textModules } from "./lab/platform/text-modules.ts";
import { ensureBuilt } from "./scripts/build.mjs";
import { schemaOf } from "./test/support/migrations.ts";

// Each random value of a run follows from this seed.
const seed = Number(process.env.TEST_SEED || 1);
// Vitest reads this file more than once.
const once = globalThis as { seedIsPrinted?: boolean };
if (!once.seedIsPrinted) console.error(`TEST_SEED=${seed}`);
once.seedIsPrinted = true;

const vars = {
	ENVIRONMENT: "development",
	BASE_URL: "https://api.test",
	OPERATOR_TOKEN: "svcop_test",
	ENCRYPTION_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
	CONTROL_SCHEMA: schemaOf("control"),
	DATA_SCHEMA: schemaOf("data"),
};
// With several data databases, a statement across two of them fails.
const furtherDatabases = ["DATA_2", "DATA_3"];
const severalVars = { ...vars, DATA_3_REGION: "eu" };

/** The examples of the client name it as their reader does. */
const inBoth = {
	"tattoo-studio": fileURLToPath(import.meta.resolve("./client/src/index.ts")),
	"node:crypto": fileURLToPath(import.meta.resolve("./test/support/quick-scrypt.ts")),
};

/** The platform in one process (lab/platform). */
const inProcess = {
	resolve: {
		alias: {
			...inBoth,
			"cloudflare:workers": fileURLToPath(import.meta.resolve("./lab/platform/modules/workers.ts")),
			"cloudflare:test": fileURLToPath(import.meta.resolve("./lab/platform/modules/test.ts")),
		},
	},
	plugins: [textModules(ensureBuilt)],
};
const ofPlatform = ["test/support/setup.ts", "test/support/seed.ts"];

/** Tests that are none of the Worker alone. */
const elsewhere = ["units", "drills", "browser", "rehearsals", "checks"].map((folder) => `test/${folder}/**`);
const onPlatform = "test/**/*.test.ts";
/** Only workerd counts the rows that a statement reads and writes. */
const countsRows = "test/**/*.rows.test.ts";
/** Programs for people who deploy need Node. */
const needsNode = "test/deploy/**";
const measuresTime = ["latency", "neighbour"].map((name) => `test/drills/${name}.test.ts`);

/** Tests against a real server. */
const onServers = {
	globalSetup: ["lab/harness/ready-state-setup.ts", "test/drills/setup.ts"],
	setupFiles: ["test/drills/isolated-environment.ts"],
	testTimeout: 300_000,
	hookTimeout: 300_000,
	isolate: true,
};
/** The projects of a group run side by side, and the groups one after the other. */
const inGroup = (groupOrder: number) => ({ sequence: { groupOrder } });

export default defineConfig({
	test: {
		silent: "passed-only",
		// Long enough for a machine under other load.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		isolate: false,
		// The compiled modules are cached for the next run, in node_modules.
		fsModuleCache: true,
		// Some files wait more than they compute, so a third worker helps on two cores.
		maxWorkers: Math.max(3, availableParallelism()),
		provide: { seed },
		projects: [
			{
				extends: true,
				// Without a Worker, in plain Node.
				test: {
					name: "units",
					include: ["test/units/**/*.test.ts", "client/test/**/*.test.ts"],
					setupFiles: ["test/support/seed.ts"],
				},
			},
			{
				extends: true,
				test: {
					name: "process",
					include: [onPlatform],
					exclude: [...elsewhere, countsRows],
					setupFiles: ofPlatform,
					provide: { bindings: fileOf(bindingsOf({ d1: furtherDatabases, vars: severalVars })) },
				},
				...inProcess,
			},
			{
				extends: true,
				// A new deployment has one data database: each operation, and what works through all databases.
				test: {
					name: "one-database",
					include: [
						...["contract/answers", "health", "operator", "operator-reads", "people/account", "retention", "schedule"],
						...["shops", "webhooks/delivery", "webhooks/sweep"],
					].map((file) => `test/${file}.test.ts`),
					setupFiles: ofPlatform,
					provide: { bindings: fileOf(bindingsOf({ d1: [], vars })) },
					...inGroup(1),
				},
				...inProcess,
			},
			{
				extends: true,
				// The same in workerd, which tells the truth.
				test: {
					name: "worker",
					include: [onPlatform],
					exclude: [...elsewhere, needsNode],
					setupFiles: ofPlatform,
					...inGroup(2),
				},
				resolve: { alias: inBoth },
				plugins: [
					cloudflareTest(async () => {
						await ensureBuilt();
						return {
							wrangler: { configPath: "./wrangler.toml" },
							miniflare: {
								d1Databases: Object.fromEntries(furtherDatabases.map((binding) => [binding, binding.toLowerCase()])),
								bindings: severalVars,
							},
						};
					}),
				],
			},
			{
				extends: true,
				test: {
					name: "drills",
					include: ["test/drills/**/*.test.ts"],
					exclude: measuresTime,
					...onServers,
					...inGroup(3),
				},
			},
			{
				extends: true,
				test: {
					name: "browser",
					include: leavesOutBrowser ? [] : ["test/browser/**/*.test.ts"],
					...onServers,
					...inGroup(3),
				},
			},
			{
				extends: true,
				// Deployments with wrangler itself, and such as are cut off at each call. A thousand histories of deposits.
				test: {
					name: "rehearsals",
					include: ["test/rehearsals/**/*.test.ts"],
					setupFiles: ofPlatform,
					provide: { bindings: fileOf(bindingsOf({ d1: furtherDatabases, vars: severalVars })) },
					...inGroup(4),
				},
				...inProcess,
			},
			{
				extends: true,
				// Nothing else may run while these measure.
				test: {
					name: "measured",
					include: ["test/checks/**/*.test.ts", ...measuresTime],
					...onServers,
					fileParallelism: false,
					...inGroup(5),
				},
			},
		],
	},
});
