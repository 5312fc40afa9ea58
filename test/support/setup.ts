import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { credentialCache } from "../../src/gate/credential-cache.ts";
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
	MIGRATIONS: D1Migration[];
}

const tables = async () =>
	await env.DB.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").first(
		"n",
	);

// Files share an isolate, because to start one takes a hundred times as long as this: each finds it as a new one is.
vi.restoreAllMocks();
credentialCache.clear();
clock.advance((Date.now() - clock.now()) / 1000);
// What an earlier file has left under way can hold on to its database.
do await reset();
while ((await tables()) !== 0);
await applyD1Migrations(env.DB, env.MIGRATIONS);
