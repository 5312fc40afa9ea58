import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type FollowUp, finishAttempt, isMoving, minLeaseLeftMs, sendAttempt, summaryOf } from "../attempts/attempt.ts";
import { succeeded } from "../attempts/outcome.ts";
import type { PostResult } from "../attempts/post.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { type ClaimedFanOut, claimFanOut, type FanOutKey, isFanOut, releaseFanOut } from "./claim.ts";
import { recordFanOut, type SucceededEntry, storedEntry } from "./record.ts";
import { splitSome } from "./split.ts";

type ClaimedEntry = ClaimedFanOut["entries"][number];

/** The work for a delivery of the fan-out that is left to the consumer. */
interface FanOutFollowUp extends FollowUp {
	deliveryId: string;
	endpointId: string;
	host: string;
}

export interface FanOutAttempt {
	/** The tenant, if its data is in another database or on its way to one. */
	movedTenant?: string;
	/** Each is fulfilled as soon as its attempt has been recorded. */
	followUps: { endpointId: string; done: Promise<FanOutFollowUp> }[];
}

/** From the first answer on, the others have this time to be recorded together with it. */
const recordedTogetherMs = 250;

/**
 * Makes the first attempts at the deliveries of a fan-out, at the endpoints that have a place. The successes that come
 * soon after the first answer are recorded together. Every other delivery goes on by itself from then on, so that a slow
 * receiver delays no record of another.
 */
export async function attemptFanOut(
	key: FanOutKey,
	placed: readonly string[],
	caller: LocalCaller,
	writer: Writer,
): Promise<FanOutAttempt> {
	const { result } = await execute(writer, caller, () => claimFanOut(key, placed, clocksAt(caller.now)));
	const { claimed, studio } = result;
	if (studio && isMoving(studio)) return { movedTenant: key.tenant_id, followUps: [] };
	if (!claimed) return { followUps: [] };
	if (claimed.leasedUntil - Date.now() < minLeaseLeftMs) {
		await execute(writer, caller, () => releaseFanOut(claimed));
		return { followUps: [] };
	}
	const sent = claimed.entries.map((one) => new SentEntry(one, caller, writer));
	const recorded = recordTogether(claimed, sent, caller, writer);
	return {
		followUps: sent.map((one) => ({
			endpointId: one.delivery.endpointId,
			done: recorded.then(async (together) => {
				const posted = await one.posted;
				const { id: deliveryId, endpointId, host } = one.delivery;
				const followUp = together.has(one)
					? { nudgeAt: null, wroteMail: false, attempt: summaryOf(one.delivery, posted, success) }
					: await finishAttempt(one.delivery, posted, caller, writer);
				return { ...followUp, deliveryId, endpointId, host };
			}),
		})),
	};
}

const success = { status: "SUCCEEDED", nextAttemptAt: null } as const;

/** An entry whose attempt is under way. */
class SentEntry {
	readonly claimed: ClaimedEntry;
	readonly posted: Promise<PostResult>;
	/** Set when the answer has come. */
	answer: PostResult | undefined;

	constructor(claimed: ClaimedEntry, caller: LocalCaller, writer: Writer) {
		this.claimed = claimed;
		this.posted = sendAttempt(claimed.delivery, 1, caller, writer).then((posted) => {
			this.answer = posted;
			return posted;
		});
	}

	get delivery() {
		return this.claimed.delivery;
	}
}

/** Returns the entries that are recorded. */
async function recordTogether(
	claimed: ClaimedFanOut,
	sent: readonly SentEntry[],
	caller: LocalCaller,
	writer: Writer,
): Promise<ReadonlySet<SentEntry>> {
	const answers = sent.map(({ posted }) => posted);
	await Promise.race(answers);
	await Promise.race([Promise.allSettled(answers), scheduler.wait(recordedTogetherMs)]);
	const together = sent.filter(({ answer }) => answer && succeeded(answer.status));
	const entries = together.flatMap(({ claimed, answer }): SucceededEntry[] =>
		answer ? [{ ...claimed, posted: answer }] : [],
	);
	const stored = await Promise.all(entries.map(storedEntry));
	const times = { ...clocksAt(clock.now()), attemptedAt: caller.now };
	try {
		await execute(writer, caller, () => recordFanOut(claimed, entries, stored, times));
		return new Set(together);
	} catch (error) {
		// Something has split the fan-out, or the lease expired. Each delivery then goes on by itself.
		if (!(error instanceof Problem)) throw error;
		const tenantId = claimed.key.tenant_id;
		await execute(writer, caller, () => ({
			result: null,
			tenantId,
			recordsWork: true,
			writes: splitSome(isFanOut(claimed.key)),
		}));
		return new Set();
	}
}
