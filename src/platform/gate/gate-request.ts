import type { Database } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Meter } from "../lib/meter.ts";
import type { Door } from "./credentials/audience.ts";
import type { Credential } from "./credentials/credentials.ts";
import type { Limits } from "./object/buckets.ts";

export interface GateRequest {
	env: Env;
	control: Database;
	authorization: string | undefined;
	door: Door;
	/** The address that tells callers without a credential where tokens come from; null where it is not configured. */
	resourceMetadata(): string | null;
	address: string | null;
	now: number;
	requestId: string;
	gateMeter: Meter;
	afterResponse(work: Promise<unknown>): void;
	onLimits(limits: Limits): void;
	/** Keeps the credential for the log, once the gate accepts it as valid. */
	onCredential(credential: Credential): void;
}
