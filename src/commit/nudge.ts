import { safeMessage } from "../db/errors.ts";
import { secondMs } from "../lib/time.ts";
import { log } from "../log.ts";

/** A message is a nudge: it says whose turn it is. Everything else is in the delivery's row. */
export interface Nudge {
	delivery_id: string;
}

/** Time for the nudge that follows the commit. After it the sweep sends another. */
export const carriedMs = 10 * secondMs;

/** The platform's limits: messages in one call, and the longest delay. */
const perCall = 100;
const longestDelaySeconds = 86_400;

/** Sends the nudges. The sweep finds the deliveries whose nudge could not be sent. */
export async function sendNudges(queue: Queue, deliveryIds: string[]): Promise<void> {
	const nudges = deliveryIds.map((id): { body: Nudge } => ({ body: { delivery_id: id } }));
	try {
		for (let at = 0; at < nudges.length; at += perCall) await queue.sendBatch(nudges.slice(at, at + perCall));
	} catch (error) {
		reportLost(error);
	}
}

/** Sends a nudge for later. When a wait is longer than a delay can be, the nudge comes early and is sent again. */
export async function sendNudgeAt(queue: Queue, deliveryId: string, at: number, now: number): Promise<void> {
	const delaySeconds = Math.min(Math.max(0, Math.ceil((at - now) / 1000)), longestDelaySeconds);
	const nudge: Nudge = { delivery_id: deliveryId };
	try {
		await queue.send(nudge, { delaySeconds });
	} catch (error) {
		reportLost(error);
	}
}

const reportLost = (error: unknown) =>
	log.warning("fault", { message: `The queue took no nudge: ${safeMessage(error)}` });
