import type { Change } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { withTimeout } from "../../../platform/lib/async/with-timeout.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { mailErrorCode } from "../../../platform/lib/text/email.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import type { MailOfRow, PreparedMail } from "../prepared-mail.ts";
import { MailCounts } from "./cap.ts";
import {
	handOver,
	type MailDatabase,
	postponement,
	postponementOfTenant,
	removal,
	removalOfNeedless,
	takenBack,
} from "./claim.ts";
import { type ClaimedMail, isClientMail, mailOfRow } from "./mail-of-row.ts";
import { send } from "./send.ts";

/** The tries take three days, so that no mail is lost if the mail service is down over a weekend. */
const maxTries = 75;
/** Far shorter than a lease, so that no other run claims a mail while the mail service is taking it. */
const longestSendMs = 10 * secondMs;

/** The mail service took longer than it may. It may still take the mail. */
class NoAnswer extends Error {}

export interface Outbox {
	env: Env;
	caller: Caller;
	writer: Writer;
	database: MailDatabase;
}

/** Returns whether the mail service has taken the mail. A mail that does not leave is not counted. */
export async function sendClaimed(outbox: Outbox, claimed: ClaimedMail): Promise<boolean> {
	const counts = new MailCounts(outbox.env, outbox.writer.databases);
	let leaving: Leaving | null = null;
	try {
		leaving = await commit(outbox, () => decide(outbox, claimed, counts));
		if (!leaving) return false;
		await withTimeout(longestSendMs, send(outbox.env, leaving.mail.write()), () => new NoAnswer());
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take ${claimed.id}: ${mailErrorCode(error)}.` });
		// Nobody knows whether a mail without an answer has left, so it stays counted, and the client may know it.
		if (error instanceof NoAnswer) return false;
		await counts.giveBack();
		if (leaving) await takeBack(outbox, claimed, leaving);
		return false;
	}
	await remove(outbox, claimed);
	return true;
}

/** A mail that the mail service gets now. */
interface Leaving extends MailOfRow {
	mail: PreparedMail;
}

/**
 * Decides by the present records whether the mail leaves now, later or never. The tenant's counter is asked before
 * anything is read, and the recipient's before the text is written.
 */
async function decide(
	{ caller, database }: Outbox,
	claimed: ClaimedMail,
	counts: MailCounts,
): Promise<Change<Leaving | null>> {
	if (claimed.tries > maxTries) return removal(claimed, database);
	// A record changed since the decision before.
	await counts.giveBack();
	const isCounted = isClientMail(claimed.kind);
	const tenantWaitMs = isCounted ? await counts.countForTenant(claimed.tenantId) : 0;
	if (tenantWaitMs > 0) {
		const now = clock.now();
		return postponementOfTenant(claimed, now, now + tenantWaitMs);
	}
	const { mail, ...of } = await mailOfRow(caller, claimed);
	const recipientWaitMs = mail && isCounted ? await counts.countForRecipient(mail.to) : 0;
	if (mail && recipientWaitMs === 0)
		return { ...handOver(claimed, database, { mail, ...of }), result: { mail, ...of } };
	await counts.giveBack();
	return mail
		? postponement(claimed, clock.now() + recipientWaitMs)
		: removalOfNeedless(claimed, database, { mail, ...of });
}

async function takeBack(outbox: Outbox, claimed: ClaimedMail, leaving: Leaving): Promise<void> {
	try {
		await commit(outbox, () => takenBack(claimed, leaving));
	} catch (error) {
		// The next mail then tells the client more than is new to them.
		log.warning("fault", { message: `The mail ${claimed.id} counts as handed over: ${safeMessage(error)}.` });
	}
}

async function remove(outbox: Outbox, claimed: ClaimedMail): Promise<void> {
	try {
		await commit(outbox, () => removal(claimed, outbox.database));
	} catch (error) {
		// The mail is sent again after its lease.
		log.warning("fault", { message: `The mail ${claimed.id} stays in the outbox: ${safeMessage(error)}.` });
	}
}

/** A tenant that is closed for a move waits for the records of the mails that are claimed. */
async function commit<T>({ writer, caller }: Outbox, decide: () => Promise<Change<T>> | Change<T>): Promise<T> {
	const { result } = await execute(writer, caller, async () => ({ ...(await decide()), recordsWork: true as const }));
	return result;
}
