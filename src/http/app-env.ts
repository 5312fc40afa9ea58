import type { Context } from "hono";
import type { Database, Writer } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Limits } from "../gate/gate.ts";
import type { Meter } from "../lib/meter.ts";

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
	};
}

export type AppContext = Context<AppEnv>;
