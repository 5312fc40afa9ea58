import type { Caller } from "../../context.ts";
import { safeMessage } from "../../db/errors.ts";
import { together } from "../../db/together.ts";
import { type Settled, settle, unwrap } from "../../lib/async/settle.ts";
import { log } from "../../log.ts";
import { Problem } from "../../problems/problem.ts";
import { type AnyChange, type Change, changesNothing, decideAgain } from "../change.ts";
import { commit, type Done } from "../transaction/commit.ts";
import { Committer } from "../transaction/committer.ts";
import { KeyTaken } from "../transaction/meaning-of-refusal.ts";
import { isStorageFull } from "../transaction/stored-bytes.ts";
import { toStatements, type Write } from "../write.ts";
import type { Writer } from "../writer.ts";
import type { Answer } from "./answer.ts";
import {
	completeStoredAnswer,
	correctStoredAnswer,
	forgetStoredAnswer,
	isStoredRefusal,
	type KeyedRequest,
	type Once,
	replay,
	type StoredAnswer,
	stillRunning,
	storeAnswer,
} from "./idempotency.ts";

/** The answer that an earlier request with the same key got. */
export interface Replayed {
	replayed: Answer;
}

/** One run of an operation for a request with a key. */
interface KeyedTry<T, C extends Caller> {
	writer: Writer;
	committer: Committer;
	caller: C;
	once: Once<T, C>;
}

/** One try with a key: returns the stored answer, or runs the operation and stores its answer with the change. */
export async function tryWithKey<T, C extends Caller>(
	keyed: KeyedTry<T, C>,
	decide: (caller: C) => Promise<AnyChange<T>>,
): Promise<Done<T> | Replayed | typeof decideAgain> {
	const { committer, caller, once } = keyed;
	// The operation runs during the look-up, because it changes nothing by itself.
	const [found, decision] = await together(
		caller,
		(caller) => once.answers.find(caller, once.request),
		(caller) => (once.holdsLock ? settle(decide(caller)) : undefined),
	);
	if (found && found.stored.expiresAt > caller.now) {
		const replayed = await replay(found, caller.vault);
		await finishEarlier(decision ?? (await settle(decide(caller))));
		return { replayed };
	}
	if (!decision) throw stillRunning();
	const expired = found?.stored;
	try {
		const change = unwrap(decision);
		if (once.storesOnlyChanges && changesNothing(change)) return await commit(committer, change);
		return await commitWithRecord(keyed, change, expired);
	} catch (error) {
		if (error instanceof KeyTaken) return await replayWinner(caller, once);
		if (!(error instanceof Problem) || !isStoredRefusal(error)) throw error;
		if (once.storesOnlyChanges) return await replayCause(caller, once, error);
		return await storeRefusal(keyed, error, expired);
	}
}

/**
 * The request that made the change may have ended before the steps that follow its commit, and its answer is stored. An
 * operation that finds its change made decides on these steps alone.
 */
async function finishEarlier<T>(decision: Settled<AnyChange<T>>): Promise<void> {
	if ("value" in decision && changesNothing(decision.value)) await decision.value.afterCommit?.();
}

async function commitWithRecord<T, C extends Caller>(
	keyed: KeyedTry<T, C>,
	change: AnyChange<T>,
	expired: StoredAnswer | undefined,
): Promise<Done<T> | typeof decideAgain> {
	const { writer, committer, caller, once } = keyed;
	const request = await once.answers.claim(caller, once.request, change);
	// The record commits with the change, so the answer must be known before. The transaction fills in one unknown field.
	const known = knownBeforeCommit(change);
	const answer = once.answerOf(known.result, change.existed === true);
	const vault = once.sealed ? caller.vault : undefined;
	const forgettable: AnyChange<T> = change.afterCommit
		? { ...change, afterCommit: () => orForget(writer, committer, change, request) }
		: change;
	const done = await commit(committer, forgettable, {
		first: await storeAnswer(request, { answer, now: caller.now, expired, vault }),
		last: known.unknownField ? [completeStoredAnswer(request, known.unknownField.field, known.unknownField.value)] : [],
	});
	if (done !== decideAgain && change.afterCommit) {
		const { body } = once.answerOf(done.result, done.existed);
		if (body !== answer.body) await correctRecord(keyed, change, correctStoredAnswer(request, body));
	}
	return done;
}

/** Runs `afterCommit`. If it fails, forgets the stored answer, which is then not the answer of the request. */
async function orForget<T>(writer: Writer, committer: Committer, change: Change<T>, request: KeyedRequest): Promise<T> {
	try {
		return (await change.afterCommit?.()) ?? change.result;
	} catch (error) {
		await writer.transaction(await committer.storeOf(change), toStatements(forgetStoredAnswer(request)));
		throw error;
	}
}

function knownBeforeCommit<T>(change: AnyChange<T>) {
	if (!("resultFrom" in change)) return { result: change.result };
	if (!change.replayable) throw new Error("The operation has no answer that can be stored for a key.");
	return { result: change.replayable.draft, unknownField: change.replayable };
}

/**
 * The change has committed, so a failure from here on does not fail the request. The record lies where the change is.
 */
async function correctRecord(
	{ writer, committer, caller }: Omit<KeyedTry<never, Caller & { tenantId?: string }>, "once">,
	change: AnyChange<unknown>,
	correction: Write,
): Promise<void> {
	const tenantId = change.tenantId ?? caller.tenantId;
	try {
		if (change.inControlDatabase || tenantId === undefined)
			await writer.transaction(await committer.storeOf(change), toStatements(correction));
		else
			await commit(new Committer(writer, caller), { tenantId, result: null, writes: [correction], recordsWork: true });
	} catch (error) {
		log.warning("fault", { request_id: caller.requestId, message: safeMessage(error) });
	}
}

async function storeRefusal<T, C extends Caller>(
	{ committer, caller, once }: KeyedTry<T, C>,
	refusal: Problem,
	expired: StoredAnswer | undefined,
): Promise<Replayed | typeof decideAgain> {
	const answer = once.refusalOf(refusal);
	try {
		await committer.commit(
			{ result: null, writes: [] },
			{
				first: await storeAnswer(once.request, { answer, now: caller.now, expired, vault: undefined }),
				last: [],
			},
		);
	} catch (error) {
		if (error instanceof KeyTaken) return await replayWinner(caller, once);
		// If there is no room for the record, a repeated request is decided again.
		if (!isStorageFull(error)) throw error;
	}
	throw refusal;
}

/** The refusal stands, unless a request with the same key has just made the change that this one was refused for. */
async function replayCause<T, C extends Caller>(
	caller: C,
	{ answers, request }: Once<T, C>,
	refusal: Problem,
): Promise<Replayed> {
	const found = await answers.find(caller, request);
	if (!found || found.stored.expiresAt <= caller.now) throw refusal;
	return { replayed: await replay(found, caller.vault) };
}

/**
 * Another request with the same key committed first, so this one gets its answer. If that answer has expired, the next
 * try replaces it.
 */
async function replayWinner<T, C extends Caller>(
	caller: C,
	{ answers, request }: Once<T, C>,
): Promise<Replayed | typeof decideAgain> {
	const found = await answers.find(caller, request);
	if (!found) throw stillRunning();
	if (found.stored.expiresAt <= caller.now) return decideAgain;
	return { replayed: await replay(found, caller.vault) };
}
