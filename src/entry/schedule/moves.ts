import { finishSwitch } from "../../domain/moves/finish.ts";
import { workOnMove } from "../../domain/moves/work-on-move.ts";
import { openWriter } from "../../platform/commit/writer.ts";
import type { Env } from "../../platform/env.ts";
import type { MoveMessage } from "../../platform/events/nudges.ts";
import { secondMs } from "../../platform/lib/time.ts";
import type { WaitUntil } from "./run.ts";
import { safely } from "./steps.ts";

/** Moves take many runs one after the other, so that they have a queue of their own and delay no scheduled work. */
export const moveQueue = "moves";

/** After this time the next message continues the move. */
const moveBudgetMs = 20 * secondMs;

/** A batch has one message. */
export async function consumeMoves(batch: MessageBatch<MoveMessage>, env: Env, ctx: WaitUntil): Promise<void> {
	for (const { body } of batch.messages) await safely("move", () => runMove(env, ctx, body.move));
}

/** Continues a tenant's move. A tenant that was left between two databases is served again first. */
async function runMove(env: Env, ctx: WaitUntil, tenantId: string): Promise<void> {
	const { writer } = openWriter(env, (work) => ctx.waitUntil(work));
	await finishSwitch(writer, tenantId);
	const goOn = () => env.MOVES.send({ move: tenantId } satisfies MoveMessage, { delaySeconds: 1 });
	try {
		const move = await workOnMove(writer, tenantId, moveBudgetMs);
		const isOurs = move && move.finishedAt === null && move.leasedUntil <= Date.now();
		if (isOurs) await goOn();
	} catch (error) {
		await goOn();
		throw error;
	}
}
