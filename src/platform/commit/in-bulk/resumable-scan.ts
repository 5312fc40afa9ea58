import { eq } from "drizzle-orm";
import type { LocalCaller } from "../../context.ts";
import { type ScanPosition, scheduledSteps } from "../../db/tables/both/scheduled-steps.ts";
import { secondMs } from "../../lib/time.ts";
import type { ChangeDecidedByCommit } from "../change.ts";
import { execute } from "../execute.ts";
import { update } from "../write.ts";
import type { Writer } from "../writer.ts";

/** The other steps of the run wait for this one. */
const longestMs = 20 * secondMs;

export const firstPosition: ScanPosition = { tenantId: "", endpointId: "" };

export interface ChunkResult {
	/** Null at the end of the rows. */
	stoppedAt: ScanPosition | null;
}

interface Scan<V extends ChunkResult> {
	/** The name under which the position is saved. */
	step: string;
	/** The work of one transaction, on the rows after a position. */
	scanChunk(after: ScanPosition): ChangeDecidedByCommit<V>;
	/** Runs after each chunk. */
	afterChunk?(chunk: V): Promise<void>;
	forMs?: number;
}

/** Scans all rows as far as the time allows. A run that does not finish saves the position for the next run. */
export async function resumableScan<V extends ChunkResult>(
	caller: LocalCaller,
	writer: Writer,
	scan: Scan<V>,
): Promise<void> {
	const ofStep = eq(scheduledSteps.step, scan.step);
	const [step] = await caller.db.select({ position: scheduledSteps.position }).from(scheduledSteps).where(ofStep);
	const startedAt = step?.position ?? null;
	const stoppedAt = await scanFrom(caller, writer, scan, startedAt);
	if (stoppedAt === startedAt) return;
	const write = update(scheduledSteps).set({ position: stoppedAt }).where(ofStep);
	await execute(writer, caller, () => ({ result: null, writes: [write] }));
}

/** The position at which the time was over; null if the scan finished. */
async function scanFrom<V extends ChunkResult>(
	caller: LocalCaller,
	writer: Writer,
	{ scanChunk, afterChunk, forMs = longestMs }: Scan<V>,
	startedAt: ScanPosition | null,
): Promise<ScanPosition | null> {
	const until = Date.now() + forMs;
	let position = startedAt;
	let passes = startedAt === null ? 1 : 0;
	do {
		const { result } = await execute(writer, caller, () => scanChunk(position ?? firstPosition));
		await afterChunk?.(result);
		position = result.stoppedAt;
		if (position === null && ++passes > 1) return null;
	} while (Date.now() < until);
	return position;
}
