import type { ApiCtx } from "../context.ts";
import { admit, lockKey } from "../gate/admit.ts";
import type { Credential } from "../gate/credentials.ts";
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
		const begin = async (credential: Credential) => {
			const operation = await endpoint.receive(c);
			return await operation(apiCallerOf(c, credential));
		};
		const { credential, begun } = await admit(visitorOf(c), endpoint, { begin });
		noteCredential(c, credential);
		return send(await (begun ?? begin(credential)));
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
		const keyed = lock && keyedBy(c, credential, lock, admission.lock === "held");
		if (fault) throw fault;
		const caller = { ...apiCallerOf(c, credential), ...storageOf(endpoint, credential) };
		return await answerChange(c, endpoint, caller, keyed, body);
	};
}

function keyedBy(c: AppContext, credential: Credential, lock: { key: string; nonce: string }, held: boolean): Keyed {
	const gate = gateOf(c.env, credential.tenant.id);
	return {
		key: lock.key,
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

const apiCallerOf = (c: AppContext, credential: Credential): ApiCtx => ({
	...callerOf(c, credential.actor, credential.testMode),
	tenantId: credential.tenant.id,
	credential,
});
