import type { Database } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Meter } from "../lib/meter.ts";
import type { Door } from "./credentials/audience.ts";
import type { Credential } from "./credentials/credentials.ts";
import type { Limits } from "./object/buckets.ts";

/** A request as the gate sees it, and what the gate may use for it. */
export interface GateRequest {
	env: Env;
	/** For reads of the control database. */
	control: Database;
	authorization: string | undefined;
	/** The part of the service that the request came to. */
	door: Door;
	/** The address that tells callers without a credential where tokens come from; null where it is not configured. */
	resourceMetadata(): string | null;
	address: string | null;
	now: number;
	requestId: string;
	gateMeter: Meter;
	/** Keeps this work running without delaying the answer. */
	afterResponse(work: Promise<unknown>): void;
	/** Keeps the state of the buckets for the headers of the answer. */
	onLimits(limits: Limits): void;
	/** Keeps the credential for the log, once the gate accepts it as valid. */
	onCredential(credential: Credential): void;
}
