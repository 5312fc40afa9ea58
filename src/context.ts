import type { Database } from "./db/database.ts";
import type { KeyRecord } from "./gate/api-keys.ts";

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
}

/** A caller that acts within one tenant. */
export interface Ctx extends Caller {
	tenantId: string;
}

/** A caller of /v1, through the gate with a credential. */
export interface ApiCtx extends Ctx {
	credential: KeyRecord;
}
