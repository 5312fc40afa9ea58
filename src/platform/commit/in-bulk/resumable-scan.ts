import { eq, type SQL, sql } from "drizzle-orm";
import type { LocalCaller } from "../../context.ts";
import { type ScanPosition, scanPositions } from "../../db/tables/data/upkeep/scan-positions.ts";
import { secondMs } from "../../lib/time.ts";
import type { ChangeDecidedByCommit } from "../change.ts";
import { execute } from "../execute.ts";
import { insert, remove } from "../write.ts";
import type { Writer } from "../writer.ts";
import { mayContinue } from "./may-continue.ts";

/** The other steps of the run wait for this one. */
const longestMs = 20 * secondMs;

export const firstPosition: ScanPosition = { tenantId: "", endpointId: "" };

export interface ChunkResult {
	/** Null at the end of the rows. */
	stoppedAt: ScanPosition | null;
}

export const hasSavedPosition = (step: string): SQL =>
	sql`EXISTS (SELECT 1 FROM ${scanPositions} WHERE step = ${step})`;

interface Scan<V extends ChunkResult> {
	step: string;
	scanChunk(after: ScanPosition): ChangeDecidedByCommit<V>;
	afterChunk?(chunk: V): Promise<void>;
	forMs?: number;
}

/** Scans all rows as far as the time and the calls allow. A run that does not finish saves the position for the next run. */
export async function resumableScan<V extends ChunkResult>(
	caller: LocalCaller,
	writer: Writer,
	scan: Scan<V>,
): Promise<void> {
	const ofStep = eq(scanPositions.step, scan.step);
	const [saved] = await caller.db.select({ position: scanPositions.position }).from(scanPositions).where(ofStep);
	const startedAt = (saved?.position as ScanPosition | undefined) ?? null;
	const stoppedAt = await scanFrom(caller, writer, scan, startedAt);
	if (stoppedAt === startedAt) return;
	const write =
		stoppedAt === null
			? remove(scanPositions).where(ofStep)
			: insert(scanPositions)
					.values({ step: scan.step, position: stoppedAt })
					.onConflictDoUpdate({ target: scanPositions.step, set: { position: stoppedAt } });
	await execute(writer, caller, () => ({ result: null, writes: [write] }));
}

/** The position at which the scan was cut off; null if the scan finished. */
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
	} while (mayContinue(writer, until));
	return position;
}
