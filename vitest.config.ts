import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { leavesOutBrowser } from "./test/drills/chromium.ts";

// Drills wait more than they compute: on two cores a third worker is worth it.
const maxWorkers = Math.max(3, availableParallelism());

export default defineConfig({
	test: {
		silent: "passed-only",
		// Long enough for a machine that others load, too.
		testTimeout: 30_000,
		hookTimeout: 60_000,
		projects: [
			{
				// What needs no worker: plain Node.
				test: {
					name: "units",
					include: ["test/units/**/*.test.ts"],
					isolate: false,
					maxWorkers,
				},
			},
			{
				test: {
					name: "worker",
					include: ["test/**/*.test.ts"],
					exclude: ["test/units/**", "test/drills/**"],
					setupFiles: ["test/support/setup.ts"],
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
				// Against the real server.
				test: {
					name: "drills",
					include: ["test/drills/**/*.test.ts"],
					exclude: ["test/drills/latency.test.ts", ...(leavesOutBrowser ? ["test/drills/browser.test.ts"] : [])],
					globalSetup: "test/drills/chromium.ts",
					maxWorkers,
				},
			},
			{
				// Alone, after all others: nobody else's load is measured.
				test: {
					name: "measured",
					include: ["test/drills/latency.test.ts"],
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
