import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import type { Gate } from "../../src/gate/gate.ts";

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
	GATE: DurableObjectNamespace<Gate>;
	MIGRATIONS: D1Migration[];
}

// The lines about requests would hide the output of the tests.
console.log = () => {};

await applyD1Migrations(env.DB, env.MIGRATIONS);
