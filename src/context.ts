import type { Database } from "./db/database.ts";
import { bookingUrlOf, type Env, isDevelopment } from "./env.ts";
import type { Credential } from "./gate/credentials.ts";
import { clock } from "./lib/clock.ts";
import { newId } from "./lib/ids.ts";
import { Vault } from "./lib/vault.ts";
import { type Mail, trySending } from "./mail/send.ts";

export type Actor = { type: "api_key" | "oauth_app" | "user"; id: string } | { type: "operator" | "system"; id: null };

/** Whoever runs an operation, and when: all that an operation may know of the request. */
export interface Caller {
	actor: Actor;
	db: Database;
	/** The service's clock, read once for the whole request. */
	now: number;
	requestId: string;
	ipAddress: string | null;
	testMode: boolean;
	/** Seals and opens stored secrets. */
	vault: Vault;
	/** Hands a mail to the mail service; false when it did not take it. */
	send(build: () => Mail): Promise<boolean>;
	rules: Rules;
}

/** What differs between one installation and another. */
export interface Rules {
	development: boolean;
	/** The base of the public booking pages, without a slash at its end. */
	bookingUrl: string;
}

export const rulesOf = (env: Env): Rules => ({ development: isDevelopment(env), bookingUrl: bookingUrlOf(env) });

/** The service itself, where nobody asked. */
export function systemCaller(env: Env, db: Database): Caller {
	const now = clock.now();
	return {
		actor: { type: "system", id: null },
		db,
		now,
		requestId: newId("request", now),
		ipAddress: null,
		testMode: false,
		vault: new Vault(env.ENCRYPTION_KEY),
		send: (build) => trySending(env, build),
		rules: rulesOf(env),
	};
}

/** A caller that acts within one tenant. */
export interface Ctx extends Caller {
	tenantId: string;
}

/** A caller of /v1, through the gate with a credential. */
export interface ApiCtx extends Ctx {
	credential: Credential;
}
