import { answersInData } from "../../commit/keys/idempotency.ts";
import type { ApiCtx } from "../../context.ts";
import { admit, lockKey } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import { gateOf } from "../../gate/gates.ts";
import type { LastWrite } from "../../gate/object/gate.ts";
import { storedBytesLimits } from "../../gate/plans.ts";
import { follow } from "../feed/follow.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, gateRequestOf, note } from "../request/app-env.ts";
import { idempotencyKeyOf } from "../request/idempotency-key.ts";
import { docsUrl, notModified, send } from "../request/respond.ts";
import { entityTagsIn, matchesTag } from "../versions/entity-tags.ts";
import { onlyIfMatch } from "../versions/if-match.ts";
import { type AdmittedKey, answerChange, answerDryRun, readBody, releaseAt } from "./answer-change.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { dryRunIn } from "./dry-run.ts";
import type { ChangeEndpoint, Endpoint, ReadEndpoint } from "./endpoint.ts";

type Handler = (c: AppContext) => Promise<Response>;

/** The handler of an endpoint of /v1: gate, validation, operation, commit, answer. */
export function handle(endpoint: Endpoint): Handler {
	const answer = endpoint.kind === "read" ? handleRead(endpoint) : handleChange(endpoint);
	const { id, deprecated } = endpoint;
	return async (c) => {
		note(c, { operationId: id });
		if (deprecated) c.set("deprecated", deprecationHeaders(deprecated, `${docsUrl(c)}/reference/${id}`));
		return await answer(c);
	};
}

/** A read may run while the gate decides. When the gate refuses, nobody uses its outcome. */
function handleRead(endpoint: ReadEndpoint): Handler {
	return async (c) => {
		if (endpoint.feed?.isRequestedBy(c)) return await follow(c, endpoint, endpoint.feed);
		const begin = async (credential: Credential, written: LastWrite | null) => {
			const operation = await endpoint.prepare(c);
			return await operation(apiCallerOf(c, credential, written));
		};
		const { tags, fault } = endpoint.hasEtag ? entityTagsIn("If-None-Match", c.req.header("If-None-Match")) : {};
		const { credential, begun, lastWrite: written } = await admit(gateRequestOf(c), endpoint, { begin });
		note(c, { admitted: true });
		if (fault) throw fault;
		const answer = await (begun ?? begin(credential, written));
		const known = tags !== undefined && answer.etag !== null && matchesTag(tags, answer.etag);
		return send(known ? { ...answer, status: notModified } : answer);
	};
}

function handleChange(endpoint: ChangeEndpoint): Handler {
	return async (c) => {
		const { key, tags, dry, fault } = changeHeadersOf(c, endpoint);
		if (dry) c.set("dryRun", true);
		const body = await readBody(c, endpoint);
		const lock = key === undefined || dry || fault ? undefined : { key, nonce: crypto.randomUUID() };
		const admission = await admit(gateRequestOf(c), endpoint, lock ? { lock } : {});
		const { credential } = admission;
		note(c, { admitted: true });
		const caller = { ...apiCallerOf(c, credential, admission.lastWrite), ...storageLimitOf(endpoint, credential) };
		const admittedKey = lock && admittedKeyOf(c, credential, lock, admission.lock === "held");
		if (fault) throw fault;
		const conditional = endpoint.changedRecord && tags ? onlyIfMatch(endpoint, endpoint.changedRecord, tags) : endpoint;
		return dry
			? await answerDryRun(c, conditional, caller, body)
			: await answerChange(c, conditional, caller, admittedKey, body);
	};
}

/** What the headers of a change ask for. The fault is thrown after the gate has admitted the request. */
function changeHeadersOf(c: AppContext, { changedRecord }: ChangeEndpoint) {
	const { key, fault: inKey } = idempotencyKeyOf(c.req.header("Idempotency-Key"));
	const { tags, fault: inTags } = changedRecord ? entityTagsIn("If-Match", c.req.header("If-Match")) : {};
	const { dry, fault: inDryRun } = dryRunIn(c);
	return { key, tags, dry, fault: inKey ?? inTags ?? inDryRun };
}

function admittedKeyOf(
	c: AppContext,
	credential: Credential,
	lock: { key: string; nonce: string },
	holdsLock: boolean,
): AdmittedKey {
	const gate = gateOf(c.env, credential.tenant);
	const { tenant } = credential;
	return {
		key: lock.key,
		lookUp: answersInData(c.get("databases").data(tenant.database).db),
		namespace: { tenantId: credential.tenant.id, credentialId: credential.actor.id },
		holdsLock,
		release: async () => {
			if (holdsLock) await releaseAt(gate, { key: lockKey(credential, lock.key), nonce: lock.nonce });
		},
	};
}

/** A full studio can still delete (contract: Plans 9). */
const storageLimitOf = ({ method, status }: ChangeEndpoint, { tenant }: Credential): Pick<ApiCtx, "storage"> =>
	method === "DELETE" ? {} : { storage: { bytes: storedBytesLimits[tenant.plan], creates: status === 201 } };
