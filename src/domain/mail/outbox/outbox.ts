import { execute } from "../../../platform/commit/execute.ts";
import { mayContinue } from "../../../platform/commit/in-bulk/may-continue.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller, WaitingMail } from "../../../platform/context.ts";
import { firstWaitMs } from "../../../platform/db/tables/both/mails.ts";
import type { Env } from "../../../platform/env.ts";
import { withTimeout } from "../../../platform/lib/async/with-timeout.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { mailErrorCode } from "../../../platform/lib/text/email.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { MailCounts } from "./cap.ts";
import { claimInTurn, claimOfTenant, type MailDatabase, type Turns, turnsAfter } from "./claim.ts";
import { isClientMail } from "./mail-of-row.ts";
import { sendClaimed } from "./send-claimed.ts";

/** A request leases the mail that it writes. If it does not send it within this lease, the schedule does. */
export const claimedByRequest = (now: number) => ({ leasedUntil: now + firstWaitMs, failures: 1 });

/** The other steps of a run wait for this one. */
const longestRunMs = 20 * secondMs;

/** Claims are made as of the beginning of a run, so that no run tries a mail twice. A lease is far longer than a run. */
const runTimes = () => ({ now: clock.now(), until: Date.now() + longestRunMs });

/** A mail takes up to nine calls, and an invocation of the platform has 1 000. */
const mostPerRun = 100;

/**
 * Sends the mails that changes wrote, until none is due, or the time or the calls are used up: first those that somebody
 * waits for, then the reminders, and of each kind one of each tenant in turn. Each mail is claimed just before it is sent, so that no
 * lease expires while a slow mail service takes other mails. A mail is deleted once the mail service has taken it.
 */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer, database: MailDatabase): Promise<void> {
	const { now, until } = runTimes();
	let turns: Turns | null = null;
	for (let sent = 0; sent < mostPerRun && mayContinue(writer, until); ) {
		const { result: claimed } = await execute(writer, caller, () => claimInTurn(now, database, turns));
		if (claimed.length === 0) return;
		await Promise.all(claimed.map((mail) => sendClaimed({ env, caller, writer, database }, mail)));
		turns = turnsAfter(turns, claimed);
		sent += claimed.length;
	}
}

const mostOfTenant = 20;

/** Sends the tenant's mails that somebody waits for, behind no other tenant's. The schedule sends the others. */
export async function sendUrgentMails(env: Env, caller: Caller, writer: Writer, tenantId: string): Promise<void> {
	const { now, until } = runTimes();
	const outbox = { env, caller, writer, database: "data" } as const;
	for (let sent = 0; sent < mostOfTenant && mayContinue(writer, until); sent++) {
		const { result } = await execute(writer, caller, () => claimOfTenant(now, tenantId));
		const [claimed] = result;
		if (!claimed) return;
		await sendClaimed(outbox, claimed);
	}
}

/** The caller of the API waits for the answer meanwhile. */
const maxRequestWaitMs = 5 * secondMs;

/**
 * If the mail cannot be sent, it stays in the outbox and is sent later. Returns whether the mail service has taken it.
 */
export async function sendMailNow(
	env: Env,
	caller: Caller,
	writer: Writer,
	mail: WaitingMail,
	triedFor?: string,
): Promise<boolean> {
	const { kind } = mail;
	if (!isClientMail(kind)) throw new Error(`${kind} is no mail to a client.`);
	if (triedFor !== undefined) return await wouldLeave(env, writer, mail, triedFor);
	try {
		const claimed = { ...mail, kind, tries: 1, to: "", tenantName: "" };
		const sending = sendClaimed({ env, caller, writer, database: "data" }, claimed);
		// If the mail service takes the mail late, the mail is still removed from the outbox.
		writer.afterResponse(sending.catch(() => {}));
		return await withTimeout(maxRequestWaitMs, sending);
	} catch (error) {
		log.warning("fault", { message: `The mail ${mail.id} stays in the outbox: ${mailErrorCode(error)}.` });
		return false;
	}
}

/** The answer is right as far as anybody knows before the mail service is asked. */
async function wouldLeave(env: Env, writer: Writer, { tenantId }: WaitingMail, to: string): Promise<boolean> {
	if (!env.EMAIL) return false;
	return await new MailCounts(env, writer.databases).wouldAllow(tenantId, to).catch(() => false);
}
