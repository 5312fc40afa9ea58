import { type Caller, type LocalCaller, readsOf, settingsOf } from "../context.ts";
import type { Databases } from "../db/databases.ts";
import type { Env } from "../env.ts";
import { clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { Vault } from "../lib/secrets/vault.ts";
import { holdAddress } from "./booking-addresses.ts";

/** The service as the caller of its own work, without a request. */
export function systemCaller(env: Env, databases: Databases): Caller {
	const now = clock.now();
	return {
		actor: { type: "system", id: null },
		...readsOf(databases),
		now,
		tries: 0,
		requestId: newId("request", now),
		ipAddress: null,
		testMode: false,
		vault: new Vault(env.ENCRYPTION_KEY),
		// The schedule sends the mails in the outbox later.
		send: () => Promise.resolve(false),
		wouldSend: () => Promise.resolve(false),
		holdAddress: (wanted) => holdAddress(databases, now, wanted),
		// The schedule tells the gates later.
		tellGatesOf: () => Promise.resolve(0),
		settings: settingsOf(env),
	};
}

export const localSystemCaller = (env: Env, databases: Databases, id: string): LocalCaller => ({
	...systemCaller(env, databases),
	db: databases.data(id).db,
});
