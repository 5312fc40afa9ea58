import { safeMessage } from "../db/errors.ts";
import { secondMs } from "../lib/time.ts";
import { log } from "../log.ts";

export interface TenantMessage {
	database: string;
	/** How often the message has been forwarded because its tenant moved. */
	followed?: number;
}

/** A delivery that is due, with everybody with whom its attempt shares the permits of an isolate. */
export interface DueDelivery {
	delivery_id: string;
	tenant_id: string;
	endpoint_id: string;
	host: string;
}

export type NudgedDelivery = Omit<DueDelivery, "tenant_id">;

/** A queue message about due deliveries of a tenant. Everything else is in their rows. */
export interface Nudge extends TenantMessage {
	tenant_id: string;
	deliveries: NudgedDelivery[];
	/** How often the message has been put off because there was no permit for its attempts. */
	put_off?: number;
}

/** The attempts of a nudge share the six connections of one invocation with the database. */
const perNudge = 5;

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
export async function sendNudges(queue: Queue, database: string, due: DueDelivery[]): Promise<void> {
	try {
		await sendInBatches(queue, nudgesOf(database, due));
	} catch (error) {
		reportNotQueued(error);
	}
}

function nudgesOf(database: string, due: DueDelivery[]): Nudge[] {
	// Two statements of a transaction may have made the same delivery due.
	const each = new Map(due.map((one) => [one.delivery_id, one]));
	const byTenant = Map.groupBy(each.values(), ({ tenant_id }) => tenant_id);
	return [...byTenant].flatMap(([tenant_id, deliveries]) =>
		Array.from({ length: Math.ceil(deliveries.length / perNudge) }, (_, n) => ({
			database,
			tenant_id,
			deliveries: deliveries.slice(n * perNudge, (n + 1) * perNudge).map(({ tenant_id: _, ...one }) => one),
		})),
	);
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

/** Sends a nudge again after the next of its waits. After the last one, its deliveries are left to the sweep. */
export async function sendNudgeAgain(queue: Queue, nudge: Nudge): Promise<void> {
	const { put_off = 0 } = nudge;
	const delaySeconds = putOffDelaysSeconds[put_off];
	if (delaySeconds === undefined) return;
	try {
		await queue.send({ ...nudge, put_off: put_off + 1 }, { delaySeconds });
	} catch (error) {
		reportNotQueued(error);
	}
}

const reportNotQueued = (error: unknown) =>
	log.warning("fault", { message: `The queue did not take a nudge: ${safeMessage(error)}` });

/** A message of the queue for jobs: continue the move of this tenant. */
export interface MoveMessage {
	move: string;
}

/** A message of the queue for jobs: take steps of the long work in this data database. */
export interface JobsMessage {
	jobs: string;
	/** By the clock of the machine. */
	sent_at: number;
}

/** The schedule finds the moves whose message could not be sent. */
export const sendMoveMessages = (queue: Queue, tenantIds: string[]): Promise<void> =>
	sendUnlessRefused(
		queue,
		tenantIds.map((move): MoveMessage => ({ move })),
	);

/** The schedule finds the work whose message could not be sent. */
export const sendJobsMessage = (queue: Queue, database: string): Promise<void> =>
	sendUnlessRefused(queue, [{ jobs: database, sent_at: Date.now() } satisfies JobsMessage]);

async function sendUnlessRefused(queue: Queue, bodies: (MoveMessage | JobsMessage)[]): Promise<void> {
	try {
		await sendInBatches(queue, bodies);
	} catch (error) {
		reportNotQueued(error);
	}
}
