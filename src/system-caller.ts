import { type Caller, settingsOf } from "./context.ts";
import type { Database } from "./db/database.ts";
import type { Env } from "./env.ts";
import { clock } from "./lib/clock.ts";
import { newId } from "./lib/ids.ts";
import { Vault } from "./lib/vault.ts";
import { trySending } from "./mail/send.ts";

/** The service as the caller of its own work, which nobody requested. */
export function systemCaller(env: Env, db: Database): Caller {
	const now = clock.now();
	return {
		actor: { type: "system", id: null },
		db,
		now,
		tries: 0,
		requestId: newId("request", now),
		ipAddress: null,
		testMode: false,
		vault: new Vault(env.ENCRYPTION_KEY),
		send: (tenantId, build) => trySending(env, tenantId, build),
		settings: settingsOf(env),
	};
}
