import type { Region } from "../../db/placement.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { secondMs } from "../../lib/time.ts";

export interface VersionNotice {
	tenantId: string;
	region: Region;
	version: number;
}

/** A gate that does not answer within this time is told later. */
const longestTellingMs = 2 * secondMs;
/** An object has few calls under way at once, so that it notices the end of its time. */
const toldAtOnce = 10;

/**
 * Tells gates their versions, until the time is over. Many objects share this work, because one invocation makes a
 * limited number of calls. Returns the tenants whose gates know.
 */
export async function relayVersions(
	notices: readonly VersionNotice[],
	until: number,
	tell: (notice: VersionNotice) => Promise<unknown>,
): Promise<string[]> {
	const waiting = [...notices];
	const told: string[] = [];
	const tellNext = async (): Promise<void> => {
		while (Date.now() < until) {
			const next = waiting.pop();
			if (!next) return;
			const hasLearned = await withTimeout(longestTellingMs, tell(next)).then(
				() => true,
				() => false,
			);
			if (hasLearned) told.push(next.tenantId);
		}
	};
	await Promise.all(Array.from({ length: toldAtOnce }, tellNext));
	return told;
}
