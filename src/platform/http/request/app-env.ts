import type { Context } from "hono";
import { tellGatesOf } from "../../commit/after/tell-gates.ts";
import { holdAddress } from "../../commit/booking-addresses.ts";
import type { Writer } from "../../commit/writer.ts";
import { type Actor, type Caller, readsOf, settingsOf, type WaitingMail } from "../../context.ts";
import type { Databases } from "../../db/databases.ts";
import type { Placement } from "../../db/placement.ts";
import { type Env, serviceOrigin } from "../../env.ts";
import { type Door, metadataPathOf } from "../../gate/credentials/audience.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { GateRequest } from "../../gate/gate-request.ts";
import type { Limits } from "../../gate/object/buckets.ts";
import { type RequestReads, requestReads } from "../../gate/requests/request-reads.ts";
import type { Meter } from "../../lib/meter.ts";
import type { Vault } from "../../lib/secrets/vault.ts";
import type { InternalRequest } from "./internal-request.ts";

export interface AppEnv {
	Bindings: Env;
	Variables: {
		requestId: string;
		now: number;
		address: string | null;
		/** The part of the service that checks the credential; absent means /v1. */
		door?: Door;
		databases: Databases;
		writer: Writer;
		sendMail: SendMail;
		meters: Meters;
		/** Present in a request that the service makes itself. */
		internal?: InternalRequest;
		/** For the RateLimit headers; absent when no bucket was asked. */
		limits?: Limits;
		/** The names of the dropped properties and parameters. The answer shows the first ones. */
		ignored: string[];
		dryRun?: true;
		deprecated?: Record<string, string>;
		vault: Vault;
		/** The facts about the request that are known so far, for the logs. */
		noted: LogNotes;
	};
}

interface Meters {
	gate: Meter;
	db: Meter;
}

/**
 * Gives a mail in the outbox to the mail service. With `triedFor`, the address that it would go to, it only tells whether
 * the mail would leave. The mails belong to the domain, so the entry hands this in.
 */
export type SendMail = (
	env: Env,
	caller: Caller,
	writer: Writer,
	mail: WaitingMail,
	triedFor?: string,
) => Promise<boolean>;

interface LogNotes {
	operationId?: string;
	tenantId?: string;
	credentialId?: string;
	code?: string;
	credential?: Credential;
	admitted?: boolean;
	/** The work is that of requests that the service sent to itself, and their lines tell of it. */
	passedOn?: boolean;
}

export type AppContext = Context<AppEnv>;

export function callerOf(c: AppContext, actor: Actor, testMode = false): Caller {
	const caller: Caller = {
		actor,
		...readsOf(c.get("databases")),
		now: c.get("now"),
		tries: 0,
		requestId: c.get("requestId"),
		ipAddress: c.get("address"),
		testMode,
		vault: c.get("vault"),
		send: (mail) => c.get("sendMail")(c.env, caller, c.get("writer"), mail),
		wouldSend: (mail, to) => c.get("sendMail")(c.env, caller, c.get("writer"), mail, to),
		holdAddress: (wanted) => holdAddress(c.get("databases"), c.get("now"), wanted),
		tellGatesOf: (appId) => tellGatesOf(c.get("writer"), appId),
		settings: settingsOf(c.env, c.req.url),
	};
	return caller;
}

export const gateRequestOf = (c: AppContext): GateRequest => ({
	env: c.env,
	control: c.get("databases").control.db,
	authorization: c.req.header("Authorization"),
	door: doorOf(c),
	resourceMetadata: () => {
		const origin = serviceOrigin(c.env, c.req.url);
		return origin && origin + metadataPathOf(doorOf(c));
	},
	address: c.get("address"),
	now: c.get("now"),
	requestId: c.get("requestId"),
	gateMeter: c.get("meters").gate,
	afterResponse: (work) => c.executionCtx.waitUntil(work),
	onLimits: (limits) => c.set("limits", limits),
	onCredential: (credential) =>
		note(c, { credential, tenantId: credential.tenant.id, credentialId: credential.actor.id }),
});

const doorOf = (c: AppContext): Door => c.get("door") ?? "v1";

export const requestsOf = (c: AppContext, tenant: Pick<Placement, "id" | "region">): RequestReads =>
	requestReads(gateRequestOf(c), tenant);

export const note = (c: AppContext, noted: LogNotes): void => void Object.assign(c.get("noted"), noted);

/** An option of `admit`: a request that was admitted before counts once. */
export const admittedBefore = (c: AppContext): { again?: true } => (c.get("noted").admitted ? { again: true } : {});

export const internalRequestOf = (c: AppContext): InternalRequest => c.get("internal") ?? {};
