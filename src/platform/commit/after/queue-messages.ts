import { safeMessage } from "../../db/errors.ts";
import { secondMs } from "../../lib/time.ts";
import { log } from "../../log.ts";

/** A queue message about a tenant's data in a database. */
export interface TenantMessage {
	database: string;
	/** How often the message has been forwarded because its tenant moved. */
	followed?: number;
}

/** A delivery that is due. It names everybody with whom its attempt shares the places of an isolate. */
export interface DueDelivery {
	delivery_id: string;
	tenant_id: string;
	endpoint_id: string;
	/** The host of the endpoint's URL. */
	host: string;
}

/** The receiver of a delivery: it shares the places of an isolate with others of the tenant and of the host. */
export interface ReceiverRef {
	endpoint_id: string;
	host: string;
}

/** The deliveries of an event to endpoints of one group, all of which are due. */
export interface DueFanOut {
	fan_out_id: string;
	tenant_id: string;
	delivery_group: string;
	receivers: ReceiverRef[];
}

export interface FanOutNudge extends TenantMessage, DueFanOut {}

/** A queue message about a due delivery. Everything else is in the row. */
export interface Nudge extends TenantMessage, DueDelivery {
	/** How often the message has been put off because there was no place for its attempt. */
	put_off?: number;
}

/** The nudge after a commit must arrive within this time. After it the sweep sends another. */
export const queuedMs = 10 * secondMs;

/** Cloudflare Queues takes at most 100 messages in one call, and delays a message by at most a day. */
const perCall = 100;
const longestDelaySeconds = 86_400;

export async function sendInBatches<Body>(
	queue: Queue,
	bodies: Body[],
	options?: QueueSendBatchOptions,
): Promise<void> {
	for (let at = 0; at < bodies.length; at += perCall)
		await queue.sendBatch(
			bodies.slice(at, at + perCall).map((body) => ({ body })),
			options,
		);
}

/** Sends the nudges. The sweep finds the deliveries whose nudge could not be sent. */
export async function sendNudges(queue: Queue, database: string, due: (DueDelivery | DueFanOut)[]): Promise<void> {
	try {
		await sendInBatches(
			queue,
			due.map((one): Nudge | FanOutNudge => ({ database, ...one })),
		);
	} catch (error) {
		reportNotQueued(error);
	}
}

/** Sends a nudge for later. If that is more than a day away, it arrives early, and the consumer sends it again. */
export async function sendNudgeAt(queue: Queue, nudge: Nudge, at: number, now: number): Promise<void> {
	const delaySeconds = Math.min(Math.max(0, Math.ceil((at - now) / 1000)), longestDelaySeconds);
	try {
		await queue.send(nudge, { delaySeconds });
	} catch (error) {
		reportNotQueued(error);
	}
}

/** The waits of a nudge that is put off. Together they are shorter than `queuedMs`, so that the sweep sends no second. */
const putOffDelaysSeconds = [1, 2, 4];

/** Sends nudges again, each after the next of its waits. After the last one, its delivery is left to the sweep. */
export async function sendNudgesAgain(queue: Queue, nudges: Nudge[]): Promise<void> {
	for (const [times, delaySeconds] of putOffDelaysSeconds.entries()) {
		const again = nudges.filter(({ put_off = 0 }) => put_off === times);
		try {
			await sendInBatches(
				queue,
				again.map((nudge): Nudge => ({ ...nudge, put_off: times + 1 })),
				{ delaySeconds },
			);
		} catch (error) {
			reportNotQueued(error);
		}
	}
}

const reportNotQueued = (error: unknown) =>
	log.warning("fault", { message: `The queue did not take a nudge: ${safeMessage(error)}` });

/** A message of the queue for moves: continue the move of this tenant. */
export interface MoveMessage {
	move: string;
}

/** The schedule finds the moves whose message could not be sent. */
export async function sendMoveMessages(queue: Queue, tenantIds: string[]): Promise<void> {
	const due = tenantIds.map((move): MoveMessage => ({ move }));
	try {
		await sendInBatches(queue, due);
	} catch (error) {
		reportNotQueued(error);
	}
}
