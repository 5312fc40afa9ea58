import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import type { JobStep, StepOfJob } from "../../../platform/jobs/job.ts";
import { type ErasedPerson, type ObjectsOfStudio, withFound } from "./person.ts";
import { places } from "./places.ts";

interface Position {
	person: ErasedPerson;
	/** The number of the place, and the position in it. */
	place: number;
	after: unknown;
}

export const firstPosition = (person: ErasedPerson): Position => ({ person, place: 0, after: null });

/** One part in one place. The last step forgets the person, whom the row of the job has named until then. */
export const stepErasure =
	(objectsOf: (tenantId: string) => ObjectsOfStudio): StepOfJob =>
	async (ctx, job) => {
		const { person, place: n, after } = job.position as Position;
		const place = places[n];
		if (!place) return { next: { position: null }, ends: { status: "DONE" } };
		const erasing = { ...ctx, objectsOfStudio: objectsOf(ctx.tenantId) };
		const part = await place.erase(erasing, person, after);
		const { writes, events = [], audit = [], next } = part;
		const ended = next === null;
		const waitMs = ended ? places[n + 1]?.waitMs : undefined;
		const change: Change = audit.length > 0 ? { result: null, writes, events, audit } : { result: null, writes };
		return {
			changes: [change],
			next: {
				position: { person: withFound(person, part), place: ended ? n + 1 : n, after: next } satisfies Position,
				done: job.done + 1,
				...(waitMs === undefined ? {} : { dueAt: ctx.now + waitMs }),
			},
			onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
		} satisfies JobStep;
	};
