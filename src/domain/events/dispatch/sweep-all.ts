import { resumableScan } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { clocksAt } from "./clocks.ts";
import { sweep } from "./sweep.ts";

export const sweepAll = (caller: LocalCaller, writer: Writer, forMs?: number): Promise<void> =>
	resumableScan(caller, writer, {
		step: "sweep",
		scanChunk: (after) => sweep(clocksAt(caller.now), after),
		...(forMs === undefined ? {} : { forMs }),
	});
