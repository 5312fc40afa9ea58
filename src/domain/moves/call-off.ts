import { isOutage } from "../../platform/db/errors.ts";
import { clock } from "../../platform/lib/clock.ts";
import { finish } from "./finish.ts";
import type { Move } from "./move.ts";
import { record } from "./record.ts";
import { callOffInSource, forgetSomeOfJournal } from "./source.ts";
import { callOffInTarget } from "./target.ts";

/**
 * Ends a move that failed. The error is recorded first, so that every later run goes on with this. Then the source
 * decides: a tenant that has departed meanwhile has moved, and its move is finished instead.
 */
export async function callOff(move: Move, error: string): Promise<void> {
	const { writer, id } = move;
	await record(writer, id, { error });
	if ((await callOffInSource(move)) === "DEPARTED") return await finish(move);
	while (((await writer.transaction(move.source, [forgetSomeOfJournal(move)]))[0]?.meta.changes ?? 0) > 0);
	try {
		await callOffInTarget(move);
	} catch (fault) {
		// What was copied there is removed when nobody has worked on it for a day.
		if (!isOutage(fault)) throw fault;
	}
	await record(writer, id, { status: "FAILED", finishedAt: clock.now() });
}
