import type { Caller, WantedAddress } from "../context.ts";
import type { PublicEventType } from "../db/tables/data/events.ts";
import { problem } from "../problems/problem.ts";
import { freeAddress } from "./booking-addresses.ts";
import { type AnyChange, decideAgain } from "./change.ts";
import type { Once } from "./keys/idempotency.ts";
import { type Replayed, tryWithKey } from "./keys/try-with-key.ts";
import { commit, type Done } from "./transaction/commit.ts";
import { Committer } from "./transaction/committer.ts";
import { draftedResultOf } from "./transaction/dry-run.ts";
import type { Writer } from "./writer.ts";

/** An operation that is ready to run. `caller.tries` is the number of its earlier runs for this request. */
type Decide<T, C extends Caller> = (caller: C) => Promise<AnyChange<T>> | AnyChange<T>;

/** A hundred requests that race for one slug need three or four tries. Other races need two. */
const maxTries = 10;

/**
 * Executes a change: runs the operation, commits what it decides, and runs it again when the database says that another
 * request was faster. With `once` the change happens once for its Idempotency-Key, and a repetition of the request gets
 * the same answer.
 */
export async function execute<T, C extends Caller>(writer: Writer, caller: C, decide: Decide<T, C>): Promise<Done<T>>;
export async function execute<T, C extends Caller>(
	writer: Writer,
	caller: C,
	decide: Decide<T, C>,
	once: Once<T, C> | undefined,
): Promise<Done<T> | Replayed>;
export async function execute<T, C extends Caller>(
	writer: Writer,
	caller: C,
	decide: Decide<T, C>,
	once?: Once<T, C>,
): Promise<Done<T> | Replayed> {
	const committer = new Committer(writer, caller);
	try {
		return await withRetries(async (tries) => {
			const again = { ...caller, tries };
			return once
				? await tryWithKey({ writer, committer, caller: again, once }, async (reader) => await decide(reader))
				: await commit(committer, await decide(again));
		});
	} finally {
		await committer.end();
	}
}

async function withRetries<T>(run: (tries: number) => Promise<T | typeof decideAgain>): Promise<T> {
	for (let tries = 0; tries < maxTries; tries++) {
		const outcome = await run(tries);
		if (outcome !== decideAgain) return outcome;
	}
	throw problem("conflict", "Other requests were faster each time. Repeat the request.");
}

interface DryRunResult<T> {
	result: T;
	/** The types of the events that it would emit, each once, in order. */
	emits: PublicEventType[];
}

/**
 * Runs an operation and its transaction like `execute`, and leaves no trace of them (contract: Dry runs 2). Steps that
 * follow a commit do not run.
 */
export async function dryRun<T, C extends Caller>(
	writer: Writer,
	caller: C,
	decide: Decide<T, C>,
): Promise<DryRunResult<T>> {
	const committer = new Committer(writer, caller);
	const holdAddress = (wanted: WantedAddress) => freeAddress(writer.databases, wanted);
	return await withRetries(async (tries) => {
		const change = await decide({ ...caller, holdAddress, tries });
		if ((await committer.dryRun(change)) === decideAgain) return decideAgain;
		const emits = [...new Set((change.events ?? []).map(({ type }) => type))];
		const result = "dryResult" in change ? await change.dryResult?.() : undefined;
		return { result: result ?? draftedResultOf(change), emits };
	});
}
