import type { SQL } from "drizzle-orm";
import type { Change } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import { retryWhileMoving } from "../../platform/commit/in-bulk/retry-while-moving.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Caller } from "../../platform/context.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import type { Env } from "../../platform/env.ts";
import { clock } from "../../platform/lib/clock.ts";
import { mailErrorCode } from "../../platform/lib/email.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { withTimeout } from "../../platform/lib/with-timeout.ts";
import { log } from "../../platform/log.ts";
import { MailCounts } from "./cap.ts";
import { type MailDatabase, postponement, postponementOfTenant, removal } from "./claim.ts";
import { type ClaimedMail, isClientMail, mailOfRow } from "./mail-of-row.ts";
import { send } from "./send.ts";

/** The tries take three days, so that no mail is lost if the mail service is down over a weekend. */
const maxTries = 75;
/** Far shorter than a lease, so that no other run claims a mail while the mail service is taking it. */
const longestSendMs = 10 * secondMs;

/** The mail service took longer than it may. It may still take the mail. */
class NoAnswer extends Error {}

/** The means to send the mails of one database. */
export interface Outbox {
	env: Env;
	caller: Caller;
	writer: Writer;
	database: MailDatabase;
}

/**
 * Sends a mail that is claimed. Returns whether the mail service has taken it. The tenant's counter is asked before
 * anything is read, and the recipient's before the text is written. A mail that does not leave is not counted.
 */
export async function sendClaimed(outbox: Outbox, claimed: ClaimedMail): Promise<boolean> {
	const { env, caller, writer } = outbox;
	const counts = new MailCounts(env, writer.databases);
	try {
		if (claimed.tries > maxTries) {
			await commit(outbox, claimed, removal(claimed, outbox.database));
			return false;
		}
		const isCounted = isClientMail(claimed.kind);
		const tenantWaitMs = isCounted ? await counts.countForTenant(claimed.tenantId) : 0;
		if (tenantWaitMs > 0) {
			const now = clock.now();
			await commit(outbox, claimed, postponementOfTenant(claimed, now, now + tenantWaitMs));
			return false;
		}
		const { mail, obsoletes } = await mailOfRow(caller, claimed);
		const recipientWaitMs = mail && isCounted ? await counts.countForRecipient(mail.to) : 0;
		if (recipientWaitMs > 0) {
			await counts.giveBack();
			await commit(outbox, claimed, postponement(claimed, clock.now() + recipientWaitMs));
			return false;
		}
		if (mail) await withTimeout(longestSendMs, send(env, mail.write()), () => new NoAnswer());
		else await counts.giveBack();
		await remove(outbox, claimed, obsoletes);
		return mail !== null;
	} catch (error) {
		// Nobody knows whether a mail without an answer has left, so it stays counted.
		if (!(error instanceof NoAnswer)) await counts.giveBack();
		log.warning("fault", { message: `The mail service did not take ${claimed.id}: ${mailErrorCode(error)}.` });
		return false;
	}
}

async function remove(outbox: Outbox, claimed: ClaimedMail, obsoletes: SQL | undefined): Promise<void> {
	try {
		await commit(outbox, claimed, removal(claimed, outbox.database, obsoletes));
	} catch (error) {
		// The mail is sent again after its lease.
		log.warning("fault", { message: `The mail ${claimed.id} stays in the outbox: ${safeMessage(error)}.` });
	}
}

/** If the tenant moves meanwhile, the mail moves with its data, so the database with the data decides. */
const commit = ({ writer, caller }: Outbox, { tenantId }: ClaimedMail, change: Change<null>) =>
	retryWhileMoving(writer, tenantId, (writer) => execute(writer, caller, () => change));
