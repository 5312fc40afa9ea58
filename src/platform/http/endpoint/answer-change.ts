import type { AnyChange } from "../../commit/change.ts";
import type { Caller } from "../../context.ts";
import { settle, unwrap } from "../../lib/async/settle.ts";
import { type AppContext, internalRequestOf } from "../request/app-env.ts";
import { send } from "../request/respond.ts";
import { ChangeRequest } from "./change-request.ts";
import { changeOf, runOperation } from "./checks/record.ts";
import type { ChecksOfAChange, NamedCheck } from "./checks-of-a-change.ts";
import type { ChangeEndpoint, Reply } from "./endpoint.ts";
import { noteUnknownParameters } from "./validation.ts";

/** Checks a change, runs its operation and answers, both under /v1 and under /admin. */
export async function answerChange<C extends Caller>(
	c: AppContext,
	endpoint: ChangeEndpoint<C>,
	checks: ChecksOfAChange<C>,
): Promise<Response> {
	const change = new ChangeRequest(c, endpoint);
	try {
		await run(checks.onArrival, change);
		noteUnknownParameters(c, endpoint.query?.shape ?? {});
		// The refusal is kept for the decision: what was stored under the key goes before it, and otherwise it is stored
		// like a refusal of the operation (contract: Idempotency 8).
		const validated = await settle(run(checks.ofTheInput, change));
		const dropped = c.get("ignored");
		change.input.ignore = (paths) => c.set("ignored", [...dropped, ...paths]);
		const decideAndCheck = async (caller: C): Promise<AnyChange<Reply>> => {
			unwrap(validated);
			const { refusal } = internalRequestOf(c);
			if (refusal) throw refusal;
			await runOperation(change, caller);
			await run(checks.ofTheRecord, change);
			return changeOf(change);
		};
		const [, answerOnce] = checks.ofTheKey;
		return send(await answerOnce(change, decideAndCheck));
	} catch (error) {
		await change.admittedKey?.release();
		throw error;
	} finally {
		if (change.release) c.executionCtx.waitUntil(change.release());
	}
}

async function run<C extends Caller>(checks: NamedCheck<C>[], change: ChangeRequest<C>): Promise<void> {
	for (const [, check] of checks) await check(change);
}
