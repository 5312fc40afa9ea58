import { sql } from "drizzle-orm";
import type { AnyChange } from "../change.ts";
import type { Write } from "../write.ts";
import type { DatabaseRefusal } from "./refusals.ts";

/** The last statement of a dry run, which the database always refuses. The NOT NULL column alone would do so, too. */
export const undoDryRun: Write = sql`INSERT INTO commit_guard (reason, holds) VALUES ('dry_run', NULL)`;

/**
 * For a result that only the transaction knows: it must equal the draft, because a result that is undone cannot be read.
 * If it differs, another request was faster, and the next decision drafts another result.
 */
export function requireDraftedResult(change: AnyChange<unknown>): Write[] {
	if (!("resultFrom" in change)) return [];
	const { drafted, value } = replayableOf(change);
	return [{ reason: "other_result", condition: sql`${value} IS ${drafted}` }];
}

export const draftedResultOf = <T>(change: AnyChange<T>): T =>
	"resultFrom" in change ? replayableOf(change).draft : change.result;

function replayableOf<T>({ replayable }: Extract<AnyChange<T>, { resultFrom: unknown }>) {
	if (!replayable) throw new Error("The operation drafts no result for a dry run.");
	return replayable;
}

export const isUndoneDryRun = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "dry_run";

export const isOtherResult = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "other_result";
