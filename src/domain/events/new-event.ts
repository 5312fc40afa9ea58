import * as z from "zod";
import { publicEventTypes } from "../../platform/db/tables/data/events.ts";

/** An event with this much data fits into a row of the database, and receivers can still read it. */
const maxDataBytes = 256 * 1024;
const maxDepth = 100;

const eventData = z
	.record(z.string(), z.unknown())
	.refine((data) => depthWithin(data, maxDepth), `must not be nested deeper than ${maxDepth} levels`)
	.refine(
		(data) => !depthWithin(data, maxDepth) || new TextEncoder().encode(JSON.stringify(data)).length <= maxDataBytes,
		`must not be larger than ${maxDataBytes} bytes`,
	);

/** Walks the data level by level, because a recursion into deep data would overflow the stack. */
function depthWithin(data: unknown, levels: number): boolean {
	let level: unknown[] = [data];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > levels) return false;
		level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
	}
	return true;
}

export const newEvent = z.object({ type: z.enum(publicEventTypes), data: eventData });
