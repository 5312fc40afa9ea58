import { dryRun, execute } from "../../commit/execute.ts";
import type { Answer } from "../../commit/keys/answer.ts";
import { type AnswerStore, fingerprint, type KeyNamespace, type Once } from "../../commit/keys/idempotency.ts";
import type { Caller } from "../../context.ts";
import type { Gate } from "../../gate/object/gate.ts";
import { type Settled, settle, unwrap } from "../../lib/settle.ts";
import type { Problem } from "../../problems/problem.ts";
import { type AppContext, note } from "../request/app-env.ts";
import { readJsonBody } from "../request/body.ts";
import { problemAnswer, send } from "../request/respond.ts";
import { type ChangeEndpoint, type Reply, replyAnswer } from "./endpoint.ts";

/** The Idempotency-Key of a request that the gate has admitted. */
export interface AdmittedKey {
	key: string;
	namespace: KeyNamespace;
	lookUp: AnswerStore;
	/** Whether this request holds the in-flight lock. */
	holdsLock: boolean;
	/** Releases the lock. Without this call the lock lapses by itself. */
	release(): Promise<void>;
}

/** The body of a request, or the problem with it. */
type Body = Settled<Uint8Array>;

/**
 * Reads the body before the gate decides, because somebody may revoke the key while a slow body arrives. A problem with
 * the body is thrown only after the gate has admitted the request (contract: Wire 29).
 */
export const readBody = <C extends Caller>(c: AppContext, endpoint: ChangeEndpoint<C>): Promise<Body> =>
	settle(endpoint.body ? readJsonBody(c, endpoint) : Promise.resolve(new Uint8Array()));

/** Runs the operation of a change and answers, both under /v1 and under /admin. */
export async function answerChange<C extends Caller>(
	c: AppContext,
	endpoint: ChangeEndpoint<C>,
	caller: C,
	admittedKey: AdmittedKey | undefined,
	body: Body,
): Promise<Response> {
	try {
		const bytes = unwrap(body);
		// The request is validated once, even when the operation runs several times. A validation error is stored, too
		// (contract: Idempotency 8).
		const prepared = await settle(endpoint.prepare(c));
		const decide = async (caller: C) => await unwrap(prepared)(caller);
		const once = admittedKey && onceOf(c, endpoint, admittedKey, bytes);
		const done = await execute(c.get("writer"), caller, decide, once);
		// The answer is stored by now, so a repetition finds it, even when it comes before the release.
		if (admittedKey) c.executionCtx.waitUntil(admittedKey.release());
		if (done.replayed) noteCode(c, done.replayed);
		return send(done.replayed ?? replyAnswer(done.result));
	} catch (error) {
		await admittedKey?.release();
		throw error;
	}
}

/**
 * Answers what the change would be answered. An Idempotency-Key plays no part: what was stored under it is the answer to
 * a change that was made (contract: Dry runs 6).
 */
export async function answerDryRun<C extends Caller>(
	c: AppContext,
	endpoint: ChangeEndpoint<C>,
	caller: C,
	body: Body,
): Promise<Response> {
	unwrap(body);
	const { result, emits } = await dryRun(c.get("writer"), caller, await endpoint.prepare(c));
	const answer = replyAnswer(result);
	return send(emits.length > 0 ? { ...answer, headers: { "Service-Dry-Run-Events": emits.join(",") } } : answer);
}

/** A stored refusal tells its code in its body alone. */
function noteCode(c: AppContext, { status, body }: Answer): void {
	if (status >= 400) note(c, { code: JSON.parse(body).code });
}

function onceOf<C extends Caller>(
	c: AppContext,
	endpoint: ChangeEndpoint<C>,
	{ key, namespace, lookUp, holdsLock }: AdmittedKey,
	body: Uint8Array,
): Once<Reply> {
	const { pathname, search } = new URL(c.req.url);
	return {
		request: { ...namespace, key, fingerprint: fingerprint(c.req.method, pathname + search, body) },
		answers: lookUp,
		holdsLock,
		sealed: endpoint.secretAnswer,
		answerOf: replyAnswer,
		refusalOf: (problem: Problem) => problemAnswer(c, problem),
	};
}

/** Releases a lock at its gate. When the gate does not hear of it, the lock lapses by itself. */
export const releaseAt = (gate: DurableObjectStub<Gate>, lock: { key: string; nonce: string }): Promise<void> =>
	gate.release(lock).catch(() => {});
