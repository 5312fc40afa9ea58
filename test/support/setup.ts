import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { credentialCache } from "../../src/gate/credential-cache.ts";
import type { Gate } from "../../src/gate/gate.ts";
import { forgetLookUps } from "../../src/gate/look-ups.ts";
import { clock } from "../../src/lib/clock.ts";
import { attemptsUnderWay } from "../../src/webhooks/under-way.ts";

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

const tables = async () =>
	await env.DB.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").first(
		"n",
	);

// The lines about requests would hide the output of the tests.
console.log = () => {};

// Test files share an isolate, because a new one takes a hundred times as long as this. Each file finds it like new.
vi.restoreAllMocks();
credentialCache.clear();
forgetLookUps();
attemptsUnderWay.clear();
clock.advance((Date.now() - clock.now()) / 1000);
// Work that an earlier file left under way may keep its database alive, so this resets until the tables are gone.
do await reset();
while ((await tables()) !== 0);
await applyD1Migrations(env.DB, env.MIGRATIONS);
