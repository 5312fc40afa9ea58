import { problem } from "../problems.ts";
import type { Change } from "./commit.ts";

type Decide = () => Promise<Change>;

/**
 * Thrown by a change's `refused`: another request was faster, and what the caller asked for can still be decided
 * another way. Nothing was changed; `again` decides anew.
 */
export class Overtaken extends Error {
	readonly again: Decide;

	constructor(again: Decide) {
		super("another request was faster");
		this.again = again;
	}
}

/** A hundred racers for one slug are through after three or four; of other races a second look tells who has won. */
const maxAttempts = 10;

/** Carries a decision out, anew as often as it was overtaken. */
export async function untilInTime<T>(decide: Decide, carryOut: (decide: Decide) => Promise<T>): Promise<T> {
	let next = decide;
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		try {
			return await carryOut(next);
		} catch (error) {
			if (!(error instanceof Overtaken)) throw error;
			next = error.again;
		}
	}
	throw problem("conflict", "Other requests were faster each time. Repeat the request.");
}
