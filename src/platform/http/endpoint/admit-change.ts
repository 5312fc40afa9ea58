import { HeldLock } from "../../commit/after/held-lock.ts";
import { answersInData } from "../../commit/keys/idempotency.ts";
import type { ApiCtx } from "../../context.ts";
import { admit, lockKey } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import { gateOf } from "../../gate/gates.ts";
import { storedBytesLimits } from "../../gate/plans.ts";
import { settle } from "../../lib/async/settle.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, gateRequestOf, note } from "../request/app-env.ts";
import { readPictureBody } from "../request/body/picture-body.ts";
import { type JsonBody, readJsonBody } from "../request/body/read-body.ts";
import { readRowsBody } from "../request/body/rows-body.ts";
import type { AdmittedKey, ChangeRequest } from "./change-request.ts";
import type { ChangeEndpoint } from "./endpoint.ts";

/**
 * The first check of a change under /v1. The call to the gate also locks the Idempotency-Key. The body is read before
 * that call, because somebody may revoke the credential while a slow body arrives (contract: Wire 32).
 */
export async function admitChange(change: ChangeRequest<ApiCtx>): Promise<void> {
	const { c, endpoint } = change;
	if (change.isDryRun) c.set("dryRun", true);
	change.body = await settle((await bodyOf(change))());
	const lock = change.newLock();
	// A caller who uploads was admitted before, and counts once.
	const again = endpoint.takesFile ? ({ again: true } as const) : {};
	const admission = await admit(gateRequestOf(c), endpoint, { ...again, ...(lock ? { lock } : {}) });
	const { credential, lastWrite } = admission;
	note(c, { admitted: true });
	change.caller = { ...apiCallerOf(c, credential, lastWrite), ...storageLimitOf(endpoint, credential) };
	if (lock) change.admittedKey = admittedKeyOf(c, credential, lock, admission.lock === "held");
}

/** A file takes much memory, so its caller must be admitted before it is read. A refusal of the caller is thrown. */
async function bodyOf(change: ChangeRequest<ApiCtx>): Promise<() => Promise<JsonBody>> {
	const { c, endpoint } = change;
	if (!endpoint.takesFile) return () => readJsonBody(c, endpoint);
	const { credential } = await admit(gateRequestOf(c), endpoint);
	const keepRelease = (release: () => Promise<void>) => {
		change.release = release;
	};
	const read = endpoint.takesFile === "rows" ? readRowsBody : readPictureBody;
	return () => read(c, credential.tenant.id, keepRelease);
}

function admittedKeyOf(
	c: AppContext,
	credential: Credential,
	lock: { key: string; nonce: string },
	holdsLock: boolean,
): AdmittedKey<ApiCtx> {
	const { tenant, actor } = credential;
	const held = new HeldLock(tenant.id, gateOf(c.env, tenant), {
		key: lockKey(credential, lock.key),
		nonce: lock.nonce,
	});
	if (holdsLock) c.get("writer").heldLock = held;
	return {
		key: lock.key,
		answers: answersInData,
		namespace: { tenantId: tenant.id, credentialId: actor.id },
		holdsLock,
		release: async () => {
			if (holdsLock) await held.release();
		},
	};
}

/** A full studio can still delete (contract: Plans 9). */
const storageLimitOf = ({ method, status }: ChangeEndpoint, { tenant }: Credential): Pick<ApiCtx, "storage"> =>
	method === "DELETE" ? {} : { storage: { bytes: storedBytesLimits[tenant.plan], creates: status === 201 } };
