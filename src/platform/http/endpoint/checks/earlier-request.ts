import type { AnyChange } from "../../../commit/change.ts";
import { dryRun, execute } from "../../../commit/execute.ts";
import type { Answer } from "../../../commit/keys/answer.ts";
import { fingerprint, type Once } from "../../../commit/keys/idempotency.ts";
import type { Caller } from "../../../context.ts";
import { unwrap } from "../../../lib/async/settle.ts";
import type { Problem } from "../../../problems/problem.ts";
import { type AppContext, note } from "../../request/app-env.ts";
import { problemAnswer } from "../../request/respond.ts";
import type { AdmittedKey, ChangeRequest } from "../change-request.ts";
import { type Reply, replyAnswer } from "../endpoint.ts";

type Decide<C extends Caller> = (caller: C) => Promise<AnyChange<Reply>>;

/**
 * Gives the answer that an earlier request with the key got, or makes the change. `execute` looks the key up beside the
 * reads of the operation, and what it finds goes before what `decide` throws.
 */
export async function answerOnce<C extends Caller>(change: ChangeRequest<C>, decide: Decide<C>): Promise<Answer> {
	if (change.isDryRun) return await answerOfDryRun(change, decide);
	const { c, caller, endpoint, admittedKey } = change;
	const done = await execute(c.get("writer"), caller, decide, admittedKey && onceOf(change, admittedKey));
	// The answer is stored by now, so a repetition finds it, even when it comes before the release.
	if (admittedKey) c.executionCtx.waitUntil(admittedKey.release());
	if (!done.replayed) return replyAnswer(done.result);
	noteCode(c, done.replayed);
	return done.replayed.status < 400 && endpoint.replay ? endpoint.replay(caller, done.replayed) : done.replayed;
}

/** The stored answer is the answer to a change that was made, so it does not answer a dry run (contract: Dry runs 6). */
async function answerOfDryRun<C extends Caller>(
	{ c, caller, endpoint }: ChangeRequest<C>,
	decide: Decide<C>,
): Promise<Answer> {
	const { result, emits } = await dryRun(c.get("writer"), caller, decide);
	const { statusOfDryRun: status = result.status } = endpoint;
	// Another status than that of the change: nothing has begun, and there is no address.
	const answer = replyAnswer(status === result.status ? result : { ...result, status, location: null });
	return emits.length > 0 ? { ...answer, headers: { "Service-Dry-Run-Events": emits.join(",") } } : answer;
}

/** Only the body of a stored refusal tells its code. */
function noteCode(c: AppContext, { status, body }: Answer): void {
	if (status >= 400) note(c, { code: JSON.parse(body).code });
}

function onceOf<C extends Caller>(
	{ c, endpoint, body }: ChangeRequest<C>,
	{ key, namespace, answers, holdsLock }: AdmittedKey<C>,
): Once<Reply, C> {
	const { pathname, search } = new URL(c.req.url);
	return {
		request: { ...namespace, key, fingerprint: fingerprint(c.req.method, pathname + search, unwrap(body).bytes) },
		answers,
		holdsLock,
		sealed: endpoint.secretAnswer !== null,
		answerOf: replyAnswer,
		refusalOf: (problem: Problem) => problemAnswer(c, problem),
	};
}
