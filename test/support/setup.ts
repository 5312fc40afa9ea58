import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";

declare global {
	namespace Cloudflare {
		interface Env extends TestEnv {}
		interface GlobalProps {
			mainModule: typeof import("../../src/worker.ts");
			durableNamespaces: "Gate";
		}
	}
}

interface TestEnv extends Env {
	MIGRATIONS: D1Migration[];
}

await applyD1Migrations(env.DB, env.MIGRATIONS);
