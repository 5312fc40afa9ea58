import { type Change, commit, KeyTaken } from "../commit/commit.ts";
import {
	correctRecord,
	findRecord,
	fingerprint,
	isKept,
	type Once,
	readIdempotencyKey,
	recordWrites,
	replay,
} from "../commit/idempotency.ts";
import { untilInTime } from "../commit/overtaken.ts";
import type { ApiCtx } from "../context.ts";
import type { Writer } from "../db/database.ts";
import { safeMessage } from "../db/errors.ts";
import { admit, lockKey } from "../gate/admit.ts";
import type { Credential } from "../gate/credentials.ts";
import { Problem, problem } from "../problems.ts";
import { type AppContext, callerOf } from "./app-env.ts";
import { readJsonBody } from "./body.ts";
import { carryOut } from "./carry-out.ts";
import type { Endpoint } from "./endpoint.ts";
import { changeAnswer, readAnswer, runner } from "./operate.ts";
import { type Answer, problemAnswer, send } from "./respond.ts";

type Handler = (c: AppContext) => Promise<Response>;

/** An endpoint of /v1 as a handler: gate, validation, operation, commit, answer. */
export const serve = (endpoint: Endpoint): Handler =>
	endpoint.method === "GET" ? serveRead(endpoint) : serveChange(endpoint);

/** A read begins beside the gate call and is thrown away if the gate refuses. */
function serveRead(endpoint: Endpoint): Handler {
	const run = runner(endpoint);
	return async (c) => {
		const begin = (credential: Credential) => run(c, apiCallerOf(c, credential));
		const { credential, begun } = await admit(c, endpoint, { begin });
		const { input, outcome } = await (begun ?? begin(credential));
		return send(readAnswer(c, endpoint, credential.tenant.id, input, outcome));
	};
}

function serveChange(endpoint: Endpoint): Handler {
	const run = runner(endpoint);
	return async (c) => {
		const key = attempt(() => readIdempotencyKey(c.req.header("Idempotency-Key")));
		const lock = typeof key === "string" ? { key, nonce: crypto.randomUUID() } : undefined;
		const admission = await admit(c, endpoint, lock ? { lock } : {});
		const { credential } = admission;
		const caller = apiCallerOf(c, credential);
		const decide = async () => (await run(c, caller)).outcome as Change;
		const release = async () => {
			if (lock && admission.lock === "held") {
				const gate = c.env.GATE.getByName(credential.tenant.id);
				await gate.release({ key: lockKey(credential, lock.key), nonce: lock.nonce }).catch(() => {});
			}
		};
		try {
			if (key instanceof Problem) throw key;
			const body = endpoint.body ? await readJsonBody(c, endpoint) : new Uint8Array();
			if (key === undefined) {
				const { result, found } = await carryOut(c, caller, decide);
				return send(changeAnswer(endpoint, result, found));
			}
			const once: Once = {
				tenantId: credential.tenant.id,
				credentialId: credential.actor.id,
				key,
				fingerprint: fingerprint(c.req.method, new URL(c.req.url), body),
			};
			const answer = await untilInTime(decide, (decide) =>
				answerOnce(c, endpoint, caller, once, admission.lock === "held", decide),
			);
			// The record is there: whoever comes before the lock is gone finds it.
			c.executionCtx.waitUntil(release());
			return send(answer);
		} catch (error) {
			await release();
			throw error;
		}
	};
}

/** The stored answer if there is one, otherwise the operation's, stored in the transaction of its change. */
async function answerOnce(
	c: AppContext,
	endpoint: Endpoint,
	caller: ApiCtx,
	once: Once,
	held: boolean,
	decide: () => Promise<Change>,
): Promise<Answer> {
	// Deciding changes nothing, so it need not wait for the look-up.
	const [found, decision] = await Promise.all([findRecord(c.get("db"), once), held ? settle(decide()) : undefined]);
	if (found && found.expiresAt > caller.now) return await replay(found, once, caller.vault);
	if (!decision) throw concurrent();
	const writer = c.get("writer");
	try {
		const change = unwrap(decision);
		// The record is written with the change: the answer must be known before.
		const answer = changeAnswer(endpoint, change.result, change.found);
		const vault = endpoint.secretAnswer ? caller.vault : undefined;
		await commit(writer, caller, change, await recordWrites(once, { answer, now: caller.now, lapsed: found, vault }));
		if (!change.afterwards) return answer;
		const final = changeAnswer(endpoint, await change.afterwards(), change.found);
		if (final.body !== answer.body) await correct(writer, caller, once, final);
		return final;
	} catch (error) {
		if (error instanceof KeyTaken) return await replayTaken(c, once);
		if (!(error instanceof Problem) || !isKept(error.code, error.status)) throw error;
		const answer = problemAnswer(c, error);
		try {
			const writes = await recordWrites(once, { answer, now: caller.now, lapsed: found, vault: undefined });
			await commit(writer, caller, { result: null, writes });
		} catch (taken) {
			if (taken instanceof KeyTaken) return await replayTaken(c, once);
			throw taken;
		}
		return answer;
	}
}

/** The change is committed: what fails from here on is no failure of the request. */
async function correct(writer: Writer, caller: ApiCtx, once: Once, { body }: Answer): Promise<void> {
	try {
		await commit(writer, caller, { result: null, writes: [correctRecord(once, body)] });
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", request_id: caller.requestId, error: safeMessage(error) }));
	}
}

async function replayTaken(c: AppContext, once: Once): Promise<Answer> {
	const record = await findRecord(c.get("db"), once);
	if (!record) throw concurrent();
	return await replay(record, once, c.get("vault"));
}

const concurrent = () =>
	problem("idempotency_key_concurrent", "The first request with this Idempotency-Key is still running.").with({
		"Retry-After": "1",
	});

const apiCallerOf = (c: AppContext, credential: Credential): ApiCtx => ({
	...callerOf(c, credential.actor, credential.testMode),
	tenantId: credential.tenant.id,
	credential,
});

type Settled<T> = { value: T } | { error: unknown };

const settle = <T>(promise: Promise<T>): Promise<Settled<T>> =>
	promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);

function unwrap<T>(settled: Settled<T>): T {
	if ("error" in settled) throw settled.error;
	return settled.value;
}

function attempt<T>(f: () => T): T | Problem {
	try {
		return f();
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
}
