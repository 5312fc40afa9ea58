import type { Context } from "hono";
import type { Writer } from "../commit/writer.ts";
import { type Actor, type Caller, settingsOf } from "../context.ts";
import type { Database } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Limits } from "../gate/gate.ts";
import type { Visitor } from "../gate/visitor.ts";
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
		/** What the log tells of the request, as far as it is known. */
		noted: Noted;
	};
}

interface Noted {
	operationId?: string;
	tenantId?: string;
	credentialId?: string;
	/** The code of the problem that is answered. */
	code?: string;
}

export type AppContext = Context<AppEnv>;

/** The request as an operation sees it. */
export const callerOf = (c: AppContext, actor: Actor, testMode = false): Caller => ({
	actor,
	db: c.get("db"),
	now: c.get("now"),
	tries: 0,
	requestId: c.get("requestId"),
	ipAddress: c.get("address"),
	testMode,
	vault: c.get("vault"),
	send: (tenantId, build) => trySending(c.env, tenantId, build),
	settings: settingsOf(c.env),
});

/** The request as the gate sees it. */
export const visitorOf = (c: AppContext): Visitor => ({
	env: c.env,
	db: c.get("db"),
	authorization: c.req.header("Authorization"),
	address: c.get("address"),
	now: c.get("now"),
	requestId: c.get("requestId"),
	gateMeter: c.get("gateMeter"),
	tellLimits: (limits) => c.set("limits", limits),
});

/** Notes what the log shall tell of the request. */
export const note = (c: AppContext, noted: Noted): void => void Object.assign(c.get("noted"), noted);
