import { safeMessage } from "../../db/errors.ts";
import { log } from "../../log.ts";
import type { Writer } from "../writer.ts";
import type { TenantMessage } from "./queue-messages.ts";

/**
 * A message that comes while its tenant is between two databases comes again after these seconds. A switch takes one or
 * two. What takes longer is an outage, and the schedule finds the rows after it.
 */
const retryDelaysSeconds = [1, 1, 1, 2, 4, 8, 16];

/** Sends a message on to the database in which the tenant's data is now. */
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
