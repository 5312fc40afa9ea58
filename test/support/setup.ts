import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { credentialCache } from "../../src/gate/credential-cache.ts";
import type { Gate } from "../../src/gate/gate.ts";
import { clock } from "../../src/lib/clock.ts";

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

// Test files share an isolate, because a new one takes a hundred times as long as this. Each file finds it like new.
vi.restoreAllMocks();
await reset();
credentialCache.clear();
clock.advance((Date.now() - clock.now()) / 1000);
await applyD1Migrations(env.DB, env.MIGRATIONS);
