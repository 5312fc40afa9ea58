import type { Context } from "hono";
import { type Actor, type Caller, rulesOf } from "../context.ts";
import type { Database, Writer } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Limits } from "../gate/gate.ts";
import type { Meter } from "../lib/meter.ts";
import type { Vault } from "../lib/vault.ts";
import { trySending } from "../mail/send.ts";

export interface AppEnv {
	Bindings: Env;
	Variables: {
		requestId: string;
		/** The service's clock, read once for the whole request. */
		now: number;
		address: string | null;
		db: Database;
		writer: Writer;
		gateMeter: Meter;
		/** What the RateLimit headers tell; absent where nothing is counted. */
		limits?: Limits;
		/** Names of properties and parameters that were dropped. */
		ignored: string[];
		vault: Vault;
	};
}

export type AppContext = Context<AppEnv>;

/** The request as an operation sees it. */
export const callerOf = (c: AppContext, actor: Actor, testMode = false): Caller => ({
	actor,
	db: c.get("db"),
	now: c.get("now"),
	requestId: c.get("requestId"),
	ipAddress: c.get("address"),
	testMode,
	vault: c.get("vault"),
	send: (build) => trySending(c.env, build),
	rules: rulesOf(c.env),
});
