import type { Database } from "./db/database.ts";
import type { ActorType } from "./db/tables/tenant/audit-log.ts";
import { bookingUrlOf, type Env, isDevelopment, ownOrigin } from "./env.ts";
import type { Credential } from "./gate/credentials.ts";
import type { Mail } from "./lib/email.ts";
import type { Vault } from "./lib/vault.ts";

export type Actor =
	| { type: Exclude<ActorType, "operator" | "system">; id: string }
	| { type: "operator" | "system"; id: null };

/** Who runs an operation, when, and with which means. An operation knows nothing else of the request. */
export interface Caller {
	actor: Actor;
	db: Database;
	/** The time of the request. The clock is read once. */
	now: number;
	/** How often the operation has decided before, because another request was faster each time. */
	tries: number;
	requestId: string;
	ipAddress: string | null;
	testMode: boolean;
	/** Seals and opens stored secrets. */
	vault: Vault;
	/**
	 * Gives a mail that a tenant caused to the mail service. The result is false when the mail service did not take it,
	 * or when the tenant or the recipient has had enough of them.
	 */
	send(tenantId: string, build: () => Mail): Promise<boolean>;
	settings: Settings;
	/** Absent where the database refuses nothing for want of room: for the operator, for the service, and for deletions. */
	storage?: StorageLimit;
}

export interface StorageLimit {
	/** Of the tenant's plan. */
	bytes: number;
	/** Only such a change is refused as soon as the tenant stores that much. */
	creates: boolean;
}

/** What differs between one installation and another. */
export interface Settings {
	development: boolean;
	/** The base of the public booking pages, without a slash at its end. */
	bookingUrl: string;
	/** Where the service's own pages are; null where no address is configured. */
	origin: string | null;
}

/** `asked`: the address of the request, where there is one. */
export const settingsOf = (env: Env, asked?: string): Settings => ({
	development: isDevelopment(env),
	bookingUrl: bookingUrlOf(env),
	origin: ownOrigin(env, asked),
});

/** A caller that acts within one tenant. */
export interface Ctx extends Caller {
	tenantId: string;
}

/** A caller of /v1 with the credential that the gate admitted. */
export interface ApiCtx extends Ctx {
	credential: Credential;
}
