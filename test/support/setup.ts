import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { databasesIn, tablesOf } from "../../lab/harness/placement.ts";
import { permits } from "../../src/domain/events/attempts/permits.ts";
import { signingKeyCache } from "../../src/domain/events/webhook-keys/signing-key.ts";
import { lastAway } from "../../src/entry/schedule/data.ts";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { forgetLookUps } from "../../src/platform/gate/credentials/unknown-credentials.ts";
import { requestBatches } from "../../src/platform/gate/requests/request-batches.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { database } from "./database.ts";
import { isInWorkerd } from "./runtime.ts";

declare global {
	namespace Cloudflare {
		interface Env {
			CONTROL_SCHEMA: string[];
			DATA_SCHEMA: string[];
		}
	}
}

/** Whether a database still has a table, or a bucket an object. */
async function isFilled(): Promise<boolean> {
	const tables = databasesIn(env).map(([, d1]) => tablesOf(d1));
	const objects = [env.PICTURES, env.PICTURES_EU].map(
		async (bucket) => (await bucket?.list({ limit: 1 }))?.objects ?? [],
	);
	const left = await Promise.all([...tables, ...objects]);
	return left.flat().length > 0;
}

/** D1 takes a text of at most 100 000 bytes. */
const charsPerText = 50_000;

/** All statements as few texts: each by itself would be a call within the runtime, and there are hundreds. */
function textsOf(statements: string[]): string[] {
	const texts = [""];
	for (const one of statements) {
		const statement = `${one};\n`;
		if ((texts.at(-1) ?? "").length + statement.length > charsPerText) texts.push("");
		texts.push((texts.pop() ?? "") + statement);
	}
	return texts;
}

/** Gives each database its tables. */
async function makeTables(): Promise<void> {
	const [control, data] = [textsOf(env.CONTROL_SCHEMA), textsOf(env.DATA_SCHEMA)];
	await Promise.all(
		databasesIn(env).map(async ([binding, d1]) => {
			for (const text of binding === "DB" ? control : data) await d1.prepare(text).run();
		}),
	);
}

// The lines about requests would hide the output of the tests.
console.log = () => {};

// Test files share an isolate, because a new one takes a hundred times as long as this. Each file finds it like new.
vi.restoreAllMocks();
vi.unstubAllGlobals();
credentialCache.clear();
signingKeyCache.clear();
forgetLookUps();
requestBatches.clear();
// Tests wait for the request log, so its batches are sent soon.
requestBatches.waitMs = 20;
permits.clear();
lastAway.clear();
clock.advance((Date.now() - clock.now()) / 1000);
// Ids go on rising when the clock goes back by less than ten seconds, and would be later than their records. They fall
// with a clock that goes back further.
newId("request", clock.now() - 20_000);
// A reset of workerd empties the objects in memory alone. A database or a bucket that was idle for 10 seconds is in none,
// so the look at its content brings it there, and the next reset empties it.
do await reset();
while (isInWorkerd && (await isFilled()));
await makeTables();
database.forgetTables();
