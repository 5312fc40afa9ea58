import { type Change, commit, resultOf } from "../commit/commit.ts";
import { untilInTime } from "../commit/overtaken.ts";
import type { Caller } from "../context.ts";
import type { AppContext } from "./app-env.ts";

/** Decides and commits, anew as often as another request was faster. */
export const carryOut = (
	c: AppContext,
	caller: Caller,
	decide: () => Promise<Change>,
): Promise<{ result: unknown; found: true | undefined }> =>
	untilInTime(decide, async (decide) => {
		const change = await decide();
		const results = await commit(c.get("writer"), caller, change);
		return { result: await resultOf(change, results), found: change.found };
	});
