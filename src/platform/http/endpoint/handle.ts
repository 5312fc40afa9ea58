import { lookInData } from "../../commit/keys/idempotency.ts";
import type { ApiCtx } from "../../context.ts";
import { admit, lockKey } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import { gateOf } from "../../gate/gates.ts";
import type { Written } from "../../gate/object/gate.ts";
import { storedBytesLimits } from "../../gate/plans.ts";
import { follow } from "../feed/follow.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, note, visitorOf } from "../request/app-env.ts";
import { idempotencyKeyOf } from "../request/idempotency-key.ts";
import { docsUrl, notModified, send } from "../request/respond.ts";
import { entityTagsIn, isKnown } from "../versions/entity-tags.ts";
import { onlyIfMatch } from "../versions/if-match.ts";
import { answerChange, type Keyed, readBody, releaseAt, tryChange } from "./answer-change.ts";
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
		if (endpoint.feed?.isAskedBy(c)) return await follow(c, endpoint, endpoint.feed);
		const begin = async (credential: Credential, written: Written | null) => {
			const operation = await endpoint.receive(c);
			return await operation(apiCallerOf(c, credential, written));
		};
		const { tags, fault } = endpoint.tagged ? entityTagsIn("If-None-Match", c.req.header("If-None-Match")) : {};
		const { credential, begun, written } = await admit(visitorOf(c), endpoint, { begin });
		note(c, { admitted: true });
		if (fault) throw fault;
		const answer = await (begun ?? begin(credential, written));
		const known = tags !== undefined && answer.etag !== null && isKnown(tags, answer.etag);
		return send(known ? { ...answer, status: notModified } : answer);
	};
}

function handleChange(endpoint: ChangeEndpoint): Handler {
	return async (c) => {
		const { key, tags, dry, fault } = askedOf(c, endpoint);
		if (dry) c.set("dryRun", true);
		const body = await readBody(c, endpoint);
		const lock = key === undefined || dry || fault ? undefined : { key, nonce: crypto.randomUUID() };
		const admission = await admit(visitorOf(c), endpoint, lock ? { lock } : {});
		const { credential } = admission;
		note(c, { admitted: true });
		const caller = { ...apiCallerOf(c, credential, admission.written), ...storageOf(endpoint, credential) };
		const keyed = lock && keyedBy(c, credential, lock, admission.lock === "held");
		if (fault) throw fault;
		const decided = endpoint.changes && tags ? onlyIfMatch(endpoint, endpoint.changes, tags) : endpoint;
		return dry ? await tryChange(c, decided, caller, body) : await answerChange(c, decided, caller, keyed, body);
	};
}

/** What the headers of a change ask for. The fault is thrown after the gate has admitted the request. */
function askedOf(c: AppContext, { changes }: ChangeEndpoint) {
	const { key, fault: inKey } = idempotencyKeyOf(c.req.header("Idempotency-Key"));
	const { tags, fault: inTags } = changes ? entityTagsIn("If-Match", c.req.header("If-Match")) : {};
	const { dry, fault: inDryRun } = dryRunIn(c);
	return { key, tags, dry, fault: inKey ?? inTags ?? inDryRun };
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

/** A full studio can still delete (contract: Plans 9). */
const storageOf = ({ method, status }: ChangeEndpoint, { tenant }: Credential): Pick<ApiCtx, "storage"> =>
	method === "DELETE" ? {} : { storage: { bytes: storedBytesLimits[tenant.plan], creates: status === 201 } };
