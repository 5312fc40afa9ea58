import { isOutage } from "../../../platform/db/errors.ts";
import { clock } from "../../../platform/lib/clock.ts";
import type { Move } from "../move.ts";
import { updateMove } from "../move-record.ts";
import { callOffInSource, deleteSomeOfJournal } from "../steps/source.ts";
import { callOffInTarget } from "../steps/target.ts";
import { finishMove } from "./finish.ts";

/**
 * Ends a move that failed. The error is recorded first, so that every later run goes on with this. Then the source
 * decides: a tenant that has departed meanwhile has moved, and its move is finished instead.
 */
export async function callOff(move: Move, error: string): Promise<void> {
	const { writer, id } = move;
	await updateMove(writer, id, { error });
	if ((await callOffInSource(move)) === "DEPARTED") return await finishMove(move);
	while (((await writer.transaction(move.source, [deleteSomeOfJournal(move)]))[0]?.meta.changes ?? 0) > 0);
	try {
		await callOffInTarget(move);
	} catch (fault) {
		// What was copied there is removed when nobody has worked on it for a day.
		if (!isOutage(fault)) throw fault;
	}
	await updateMove(writer, id, { status: "FAILED", finishedAt: clock.now() });
}
