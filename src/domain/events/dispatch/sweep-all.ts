import { changedSome } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import { resumableScan } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { clocksAt } from "./clocks.ts";
import { splitLost, sweep } from "./sweep.ts";

const longestSplitMs = 5 * secondMs;

/** Sweeps all endpoints, as far as the time allows. After an outage it splits the lost fan-outs first. */
export async function sweepAll(caller: LocalCaller, writer: Writer, forMs?: number): Promise<void> {
	let isAfterOutage = false;
	const scan = () =>
		resumableScan(caller, writer, {
			step: "sweep",
			scanChunk: (after) => {
				const { resultFrom, ...change } = sweep(clocksAt(caller.now), after);
				return {
					...change,
					resultFrom: (results) => {
						const swept = resultFrom(results);
						isAfterOutage ||= swept.splitMany;
						return swept;
					},
				};
			},
			...(forMs === undefined ? {} : { forMs }),
		});
	await scan();
	if (!isAfterOutage) return;
	await repeatStep(writer, caller, longestSplitMs, () => ({
		resultFrom: changedSome,
		writes: splitLost(clocksAt(caller.now)),
	}));
	await scan();
}
