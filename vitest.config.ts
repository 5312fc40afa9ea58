import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { leavesOutBrowser } from "./test/drills/chromium.ts";

const depth = process.env.TEST_DEPTH === "full" ? "full" : "quick";
if (!process.env.TEST_SEED) {
	// Kept where the next reading of this file finds it: Vitest reads it more than once.
	process.env.TEST_SEED = String(Math.floor(Math.random() * 2 ** 31));
	console.error(`TEST_SEED=${process.env.TEST_SEED} draws again what this run draws.`);
}
const seed = Number(process.env.TEST_SEED);

// Drills wait more than they compute: on two cores a third worker is worth it.
const maxWorkers = Math.max(3, availableParallelism());

export default defineConfig({
	test: {
		silent: "passed-only",
		// Long enough for a machine that others load, too.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		provide: { depth, seed },
		projects: [
			{
				extends: true,
				// What needs no worker: plain Node.
				test: {
					name: "units",
					setupFiles: ["test/support/seed.ts"],
					include: ["test/units/**/*.test.ts"],
					isolate: false,
					maxWorkers,
				},
			},
			{
				extends: true,
				test: {
					name: "worker",
					include: ["test/**/*.test.ts"],
					exclude: ["test/units/**", "test/drills/**"],
					setupFiles: ["test/support/setup.ts", "test/support/seed.ts"],
					isolate: false,
					maxWorkers,
				},
				resolve: {
					alias: { "node:crypto": fileURLToPath(import.meta.resolve("./test/support/quick-scrypt.ts")) },
				},
				plugins: [
					cloudflareTest(async () => ({
						wrangler: { configPath: "./wrangler.toml" },
						miniflare: {
							bindings: {
								MIGRATIONS: await readD1Migrations("./migrations"),
								ENVIRONMENT: "development",
								BASE_URL: "https://api.test",
								OPERATOR_TOKEN: "svcop_test",
								ENCRYPTION_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
							},
						},
					})),
				],
			},
			{
				extends: true,
				// Against the real server.
				test: {
					name: "drills",
					include: ["test/drills/**/*.test.ts"],
					exclude: ["test/drills/latency.test.ts", ...(leavesOutBrowser ? ["test/drills/browser.test.ts"] : [])],
					globalSetup: ["test/drills/ready-state-setup.ts", "test/drills/setup.ts"],
					maxWorkers,
				},
			},
			{
				extends: true,
				// Alone, after all others: nobody else's load is measured.
				test: {
					name: "measured",
					include: ["test/drills/latency.test.ts"],
					globalSetup: "test/drills/ready-state-setup.ts",
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
