import { type AnyChange, type ChangeDecidedByCommit, decideAgain } from "../change.ts";
import type { Committer } from "./committer.ts";
import { answerLost } from "./lost-answer.ts";
import type { KeyRecordWrites } from "./transaction.ts";

export interface Done<T> {
	result: T;
	existed: boolean;
	replayed?: never;
}

/** Commits a change, runs the steps that follow its commit, and returns its result. */
export async function commit<T>(
	committer: Committer,
	change: AnyChange<T>,
	record: KeyRecordWrites = { first: [], last: [] },
): Promise<Done<T> | typeof decideAgain> {
	const results = await committer.commit(change, record);
	if (results === decideAgain) return decideAgain;
	if ("resultFrom" in change) return { result: await resultOf(committer, change, results), existed: false };
	return { result: (await change.afterCommit?.()) ?? change.result, existed: change.existed === true };
}

async function resultOf<T>(
	committer: Committer,
	change: ChangeDecidedByCommit<T>,
	results: D1Result[] | typeof answerLost,
): Promise<T> {
	const { resultFrom, replayable } = change;
	if (results !== answerLost) return resultFrom(results);
	if (!replayable) throw new Error("The answer of the commit is lost, and with it the result of the operation.");
	return replayable.withValue(await committer.read(change, replayable.value));
}
