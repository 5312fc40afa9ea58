import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { leavesOutBrowser } from "./test/drills/chromium.ts";

export default defineConfig({
	test: {
		projects: [
			{
				// Against the real server: one after the other, so that nobody else's load is measured.
				test: {
					name: "drills",
					include: ["test/drills/**/*.test.ts"],
					exclude: leavesOutBrowser ? ["test/drills/browser.test.ts"] : [],
					globalSetup: "test/drills/chromium.ts",
					fileParallelism: false,
					sequence: { groupOrder: 0 },
				},
			},
			{
				test: {
					name: "worker",
					include: ["test/**/*.test.ts"],
					exclude: ["test/drills/**"],
					setupFiles: ["test/support/setup.ts"],
					// These wait more than they compute: a second worker is worth it on two cores, too.
					maxWorkers: Math.max(2, availableParallelism() - 1),
					sequence: { groupOrder: 1 },
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
		],
	},
});
