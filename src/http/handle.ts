import { lookInData } from "../commit/idempotency.ts";
import type { ApiCtx } from "../context.ts";
import { admit, lockKey } from "../gate/admit.ts";
import type { Credential } from "../gate/credentials.ts";
import type { Written } from "../gate/gate.ts";
import { gateOf } from "../gate/gates.ts";
import { storedBytesLimits } from "../gate/plans.ts";
import { type AppContext, callerOf, note, visitorOf } from "./app-env.ts";
import { answerChange, type Keyed, readBody, releaseAt } from "./change.ts";
import type { ChangeEndpoint, Endpoint, ReadEndpoint } from "./endpoint.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { send } from "./respond.ts";

type Handler = (c: AppContext) => Promise<Response>;

/** The handler of an endpoint of /v1: gate, validation, operation, commit, answer. */
export const handle = (endpoint: Endpoint): Handler =>
	endpoint.kind === "read" ? handleRead(endpoint) : handleChange(endpoint);

/** A read may run while the gate decides. When the gate refuses, nobody uses its outcome. */
function handleRead(endpoint: ReadEndpoint): Handler {
	return async (c) => {
		note(c, { operationId: endpoint.id });
		const begin = async (credential: Credential, written: Written | null) => {
			const operation = await endpoint.receive(c);
			return await operation(apiCallerOf(c, credential, written));
		};
		const { credential, begun, written } = await admit(visitorOf(c), endpoint, { begin });
		noteCredential(c, credential);
		return send(await (begun ?? begin(credential, written)));
	};
}

function handleChange(endpoint: ChangeEndpoint): Handler {
	return async (c) => {
		note(c, { operationId: endpoint.id });
		const { key, fault } = idempotencyKeyOf(c.req.header("Idempotency-Key"));
		const body = await readBody(c, endpoint);
		const lock = key === undefined ? undefined : { key, nonce: crypto.randomUUID() };
		const admission = await admit(visitorOf(c), endpoint, lock ? { lock } : {});
		const { credential } = admission;
		noteCredential(c, credential);
		const caller = { ...apiCallerOf(c, credential, admission.written), ...storageOf(endpoint, credential) };
		const keyed = lock && keyedBy(c, credential, lock, admission.lock === "held");
		if (fault) throw fault;
		return await answerChange(c, endpoint, caller, keyed, body);
	};
}

function keyedBy(c: AppContext, credential: Credential, lock: { key: string; nonce: string }, held: boolean): Keyed {
	const gate = gateOf(c.env, credential.tenant);
	const { tenant } = credential;
	return {
		key: lock.key,
		look: lookInData(c.get("databases").data(tenant.database).db),
		namespace: { tenantId: credential.tenant.id, credentialId: credential.actor.id },
		held,
		release: async () => {
			if (held) await releaseAt(gate, { key: lockKey(credential, lock.key), nonce: lock.nonce });
		},
	};
}

const noteCredential = (c: AppContext, { tenant, actor }: Credential): void =>
	note(c, { tenantId: tenant.id, credentialId: actor.id });

/** A full studio can still delete (contract: Plans 9). */
const storageOf = ({ method, status }: ChangeEndpoint, { tenant }: Credential): Pick<ApiCtx, "storage"> =>
	method === "DELETE" ? {} : { storage: { bytes: storedBytesLimits[tenant.plan], creates: status === 201 } };

function apiCallerOf(c: AppContext, credential: Credential, written: Written | null): ApiCtx {
	const { tenant } = credential;
	const databases = c.get("databases");
	databases.know(tenant);
	databases.readSince(tenant.database, written?.database === tenant.database ? written.bookmark : null);
	return {
		...callerOf(c, credential.actor, credential.testMode),
		tenantId: tenant.id,
		db: databases.data(tenant.database).db,
		credential,
	};
}
