import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import type { Nudge } from "../../../platform/events/nudges.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { unsafeReason } from "../../../platform/lib/url/safe-url.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { signingKey } from "../webhook-keys/signing-key.ts";
import { type ClaimedDelivery, claimDeliveries, deferBehindEarlier, releaseClaims } from "./claim.ts";
import { type FollowUp, finishAttempts, type MadeAttempt } from "./finish-attempts.ts";
import { isHookGone } from "./record-attempts.ts";
import { bodyOf } from "./request/body.ts";
import { fixedHeaders, signingHeaders, withAsymmetric } from "./request/headers.ts";
import { type PostResult, post } from "./request/post.ts";
import { openSecrets } from "./request/secrets.ts";

export interface StartedAttempts {
	/** The tenant, if its data is in another database or on its way to one. */
	movedTenant?: string;
	/** Each is fulfilled as soon as its attempt has been recorded. */
	followUps: ReadonlyMap<string, Promise<FollowUp>>;
}

/** An attempt and its record fit into this time. */
const minLeaseLeftMs = 15 * secondMs;

/** After the first answer, the others have this time to be recorded together with it. */
const recordedTogetherMs = 250;

/**
 * If the service dies after a POST and before its record, the lease expires and the service sends the same attempt
 * again, under the same number. Answers that come soon after the first one are recorded together. Every other one is
 * recorded by itself, so that a slow receiver delays no record of another.
 */
export async function attemptDeliveries(
	{ tenant_id: tenantId, deliveries }: Pick<Nudge, "tenant_id" | "deliveries">,
	caller: LocalCaller,
	writer: Writer,
): Promise<StartedAttempts> {
	const { result } = await execute(writer, caller, () => claimDeliveries(tenantId, deliveries, clocksAt(caller.now)));
	const { found, won } = result;
	if (found.some(({ studio }) => isMoving(studio))) return { movedTenant: tenantId, followUps: new Map() };
	for (const one of found)
		if (one.behind) await execute(writer, caller, () => deferBehindEarlier(one, clocksAt(caller.now)));
	const claimed = found.filter(({ id }) => won.has(id));
	const others = found
		.filter(({ id }) => !won.has(id))
		.map((one) => [one.id, Promise.resolve(nudgeAgainAt(futureDueTime(one, caller.now)))] as const);
	if (claimed.some(({ leasedUntil }) => leasedUntil - Date.now() < minLeaseLeftMs)) {
		// Too little of the lease is left: another attempt could start before this one ends.
		await execute(writer, caller, () => releaseClaims(tenantId, claimed));
		const again = claimed.map(({ id }) => [id, Promise.resolve(nudgeAgainAt(caller.now))] as const);
		return { followUps: new Map([...others, ...again]) };
	}
	return { followUps: new Map([...others, ...sendAll(tenantId, claimed, caller, writer)]) };
}

const nudgeAgainAt = (nudgeAt: number | null): FollowUp => ({ nudgeAt, wroteMail: false });

/** Such a delivery waits, because its studio moves or is elsewhere. */
const isMoving = (studio: ClaimedDelivery["studio"]): boolean =>
	studio !== null && ["CLOSING", "LEAVING", "ARRIVING", "DEPARTED"].includes(studio);

/** A nudge that comes too early is followed by another one for this time. */
const futureDueTime = ({ status, nextAttemptAt }: ClaimedDelivery, now: number): number | null =>
	status === "PENDING" && nextAttemptAt !== null && nextAttemptAt > now ? nextAttemptAt : null;

function sendAll(
	tenantId: string,
	claimed: readonly ClaimedDelivery[],
	caller: LocalCaller,
	writer: Writer,
): (readonly [string, Promise<FollowUp>])[] {
	const finish: Finish = (made) => finishAttempts(tenantId, made, caller, writer);
	const sent = claimed.map((delivery) => ({
		id: delivery.id,
		made: sendAttempt(delivery, caller, writer).then((posted): MadeAttempt => ({ delivery, posted })),
	}));
	const recorded = recordTogether(
		sent.map(({ made }) => made),
		finish,
	);
	const recordEach = async (id: string, made: Promise<MadeAttempt>): Promise<FollowUp> =>
		(await recorded).get(id) ?? (await finish([await made])).get(id) ?? nudgeAgainAt(null);
	return sent.map(({ id, made }) => [id, recordEach(id, made)] as const);
}

type Finish = (made: readonly MadeAttempt[]) => Promise<ReadonlyMap<string, FollowUp>>;

async function recordTogether(
	sent: readonly Promise<MadeAttempt>[],
	finish: Finish,
): Promise<ReadonlyMap<string, FollowUp>> {
	if (sent.length < 2) return new Map();
	const made: MadeAttempt[] = [];
	const ended = sent.map((one) =>
		one.then(
			(attempt) => void made.push(attempt),
			() => {},
		),
	);
	await Promise.race(ended);
	await Promise.race([Promise.all(ended), scheduler.wait(recordedTogetherMs)]);
	const together = made.filter(({ delivery, posted }) => !isHookGone(delivery, posted));
	return together.length === 0 ? new Map() : await finish(together);
}

async function sendAttempt(claimed: ClaimedDelivery, caller: LocalCaller, writer: Writer): Promise<PostResult> {
	const reason = unsafeReason(claimed.url, caller.settings);
	if (reason) return notSent(`the URL ${reason}`);
	const body = bodyOf(claimed.testBody, claimed.event, claimed.trigger);
	const secrets = await openSecrets(caller.vault, claimed, caller.now);
	if (secrets.length === 0) return notSent("the signing secret cannot be read, rotate it");
	const key = claimed.asymmetric === 1 ? await signingKey(caller, writer) : null;
	if (key === undefined) return { ...notSent("the service's signing key cannot be read"), isServiceFault: true };
	const seconds = Math.floor(clock.now() / 1000);
	const signed = signingHeaders(claimed, body, secrets, seconds);
	const proof = key ? await withAsymmetric(signed, claimed, body, key, seconds) : signed;
	return await post(claimed.url, { ...fixedHeaders(claimed, claimed.attemptCount + 1), ...proof }, body);
}

/** An attempt that sent nothing is recorded as a failure, so that the tenant sees the reason. */
const notSent = (why: string): PostResult => ({
	status: null,
	retryAfter: null,
	body: null,
	durationMs: 0,
	error: `Not sent: ${why}.`,
});
