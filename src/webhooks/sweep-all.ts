import { eq } from "drizzle-orm";
import { execute } from "../commit/execute.ts";
import { update } from "../commit/write.ts";
import type { Writer } from "../commit/writer.ts";
import type { Caller } from "../context.ts";
import { type Place, scheduledSteps } from "../db/tables/service/scheduled-steps.ts";
import { secondMs } from "../lib/time.ts";
import { start, sweep } from "./sweep.ts";

/** The other steps of the run wait for this one. */
const longestMs = 20 * secondMs;

const ofSweep = eq(scheduledSteps.step, "sweep");

/** Sweeps all round, as far as the time allows. A run that is cut off leaves the place where the next goes on. */
export async function sweepAll(caller: Caller, writer: Writer, forMs = longestMs): Promise<void> {
	const [step] = await caller.db.select({ place: scheduledSteps.place }).from(scheduledSteps).where(ofSweep);
	const began = step?.place ?? null;
	const place = await sweepFrom(caller, writer, began, Date.now() + forMs);
	if (place === began) return;
	const write = update(scheduledSteps).set({ place }).where(ofSweep);
	await execute(writer, caller, () => ({ result: null, writes: [write] }));
}

/** Where it was cut off; null when it came round. */
async function sweepFrom(caller: Caller, writer: Writer, began: Place | null, until: number): Promise<Place | null> {
	let place = began;
	let round = began === null ? 1 : 0;
	do {
		const { result } = await execute(writer, caller, () => sweep(caller.now, place ?? start));
		place = result.stoppedAt;
		if (place === null && ++round > 1) return null;
	} while (Date.now() < until);
	return place;
}
