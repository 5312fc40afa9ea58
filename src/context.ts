import type { Database } from "./db/database.ts";
import type { ActorType } from "./db/tables/tenant/audit-log.ts";
import { bookingUrlOf, type Env, isDevelopment } from "./env.ts";
import type { Credential } from "./gate/credentials.ts";
import type { Mail } from "./lib/email.ts";
import type { Vault } from "./lib/vault.ts";

export type Actor =
	| { type: Exclude<ActorType, "operator" | "system">; id: string }
	| { type: "operator" | "system"; id: null };

/** Who runs an operation, and when: all that an operation may know of the request. */
export interface Caller {
	actor: Actor;
	db: Database;
	/** The service's clock, read once for the whole request. */
	now: number;
	/** How often this change was decided before, because another request was faster each time. */
	tries: number;
	requestId: string;
	ipAddress: string | null;
	testMode: boolean;
	/** Seals and opens stored secrets. */
	vault: Vault;
	/** Hands a mail that a tenant caused to the mail service; false when it did not take it or the tenant may send no more. */
	send(tenantId: string, build: () => Mail): Promise<boolean>;
	settings: Settings;
}

/** What differs between one installation and another. */
export interface Settings {
	development: boolean;
	/** The base of the public booking pages, without a slash at its end. */
	bookingUrl: string;
}

export const settingsOf = (env: Env): Settings => ({
	development: isDevelopment(env),
	bookingUrl: bookingUrlOf(env),
});

/** A caller that acts within one tenant. */
export interface Ctx extends Caller {
	tenantId: string;
}

/** A caller of /v1, through the gate with a credential. */
export interface ApiCtx extends Ctx {
	credential: Credential;
}
