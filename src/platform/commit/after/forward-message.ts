import { safeMessage } from "../../db/errors.ts";
import type { TenantMessage } from "../../events/nudges.ts";
import { log } from "../../log.ts";
import type { Writer } from "../writer.ts";

/**
 * A message that arrives while its tenant is between two databases is sent again after these seconds. A switch takes one
 * or two. A longer time is an outage, after which the schedule finds the rows.
 */
const retryDelaysSeconds = [1, 1, 1, 2, 4, 8, 16];

export async function forwardMessage<M extends TenantMessage>(
	queue: Queue,
	message: M,
	tenantId: string,
	{ databases, wakeMove }: Writer,
): Promise<void> {
	const wait = retryDelaysSeconds[message.followed ?? 0];
	if (wait === undefined) return;
	databases.forgetPlacement(tenantId);
	const placement = await databases.placementOf(tenantId);
	if (!placement) return;
	const { database } = placement;
	const isThere = database !== message.database;
	if (!isThere) wakeMove(tenantId);
	const followed = (message.followed ?? 0) + 1;
	try {
		await queue.send({ ...message, database, followed }, { delaySeconds: isThere ? 0 : wait });
	} catch (error) {
		log.warning("fault", { message: `The queue did not take a message again: ${safeMessage(error)}` });
	}
}
