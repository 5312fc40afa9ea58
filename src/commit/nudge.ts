import { secondMs } from "../lib/time.ts";

/** A message is a nudge: whose turn it is. Everything else is in the delivery's row. */
export interface Nudge {
	delivery_id: string;
}

/** Time for the nudge that follows the commit; past it the sweep sends another. */
export const carriedMs = 10 * secondMs;

/** Platform: messages in one call, and the longest delay. */
const perCall = 100;
const longestDelaySeconds = 86_400;

/** Sends the nudges; what cannot be sent is found by the sweep. */
export async function nudge(queue: Queue<Nudge>, deliveryIds: string[]): Promise<void> {
	try {
		for (let at = 0; at < deliveryIds.length; at += perCall)
			await queue.sendBatch(deliveryIds.slice(at, at + perCall).map((id) => ({ body: { delivery_id: id } })));
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", queue: String(error) }));
	}
}

/** A nudge for later. A wait that is longer than a delay can be is gone on with when the nudge comes early. */
export async function nudgeAt(queue: Queue<Nudge>, deliveryId: string, at: number, now: number): Promise<void> {
	const delaySeconds = Math.min(Math.max(0, Math.ceil((at - now) / 1000)), longestDelaySeconds);
	try {
		await queue.send({ delivery_id: deliveryId }, { delaySeconds });
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", queue: String(error) }));
	}
}
