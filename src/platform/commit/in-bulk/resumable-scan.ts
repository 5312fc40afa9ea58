import { eq } from "drizzle-orm";
import type { LocalCaller } from "../../context.ts";
import { type Place, scheduledSteps } from "../../db/tables/both/scheduled-steps.ts";
import { secondMs } from "../../lib/time.ts";
import type { ChangeDecidedByCommit } from "../change.ts";
import { execute } from "../execute.ts";
import { update } from "../write.ts";
import type { Writer } from "../writer.ts";

/** The other steps of the run wait for this one. */
const longestMs = 20 * secondMs;

export const start: Place = { tenantId: "", endpointId: "" };

export interface Visited {
	/** Null: the visit came to the end. */
	stoppedAt: Place | null;
}

interface Round<V extends Visited> {
	/** The name under which the step keeps its place. */
	step: string;
	/** One statement's worth of work, from a place on. */
	visit(after: Place): ChangeDecidedByCommit<V>;
	/** Runs after each visit. */
	afterEach?(visited: V): Promise<void>;
	forMs?: number;
}

/** Goes all round, as far as the time allows. A run that is cut off leaves the place where the next goes on. */
export async function goRound<V extends Visited>(caller: LocalCaller, writer: Writer, round: Round<V>): Promise<void> {
	const ofStep = eq(scheduledSteps.step, round.step);
	const [step] = await caller.db.select({ place: scheduledSteps.place }).from(scheduledSteps).where(ofStep);
	const began = step?.place ?? null;
	const place = await goFrom(caller, writer, round, began);
	if (place === began) return;
	const write = update(scheduledSteps).set({ place }).where(ofStep);
	await execute(writer, caller, () => ({ result: null, writes: [write] }));
}

/** Where it was cut off; null when it came round. */
async function goFrom<V extends Visited>(
	caller: LocalCaller,
	writer: Writer,
	{ visit, afterEach, forMs = longestMs }: Round<V>,
	began: Place | null,
): Promise<Place | null> {
	const until = Date.now() + forMs;
	let place = began;
	let rounds = began === null ? 1 : 0;
	do {
		const { result } = await execute(writer, caller, () => visit(place ?? start));
		await afterEach?.(result);
		place = result.stoppedAt;
		if (place === null && ++rounds > 1) return null;
	} while (Date.now() < until);
	return place;
}
