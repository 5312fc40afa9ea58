import { isOutage } from "../../../platform/db/errors.ts";
import { clock } from "../../../platform/lib/clock.ts";
import type { Move } from "../move.ts";
import { updateMove } from "../move-record.ts";
import { callOffInSource, deleteSomeOfJournal } from "../steps/source.ts";
import { callOffInTarget } from "../steps/target.ts";
import { finishMove } from "./finish.ts";

/**
 * Ends a move that failed. The error is recorded first, so that every later run ends the move, too. Then the
 * source decides: if the tenant has departed meanwhile, it has moved, and the move is finished instead.
 */
export async function callOff(move: Move, error: string): Promise<void> {
	const { writer, id } = move;
	await updateMove(writer, id, { error });
	if ((await callOffInSource(move)) === "DEPARTED") return await finishMove(move);
	while (((await writer.transaction(move.source, [deleteSomeOfJournal(move)]))[0]?.meta.changes ?? 0) > 0);
	try {
		await callOffInTarget(move);
	} catch (fault) {
		// The target cannot be reached. It removes the copied rows itself after a day (remove-departed.ts).
		if (!isOutage(fault)) throw fault;
	}
	await updateMove(writer, id, { status: "FAILED", finishedAt: clock.now() });
}
