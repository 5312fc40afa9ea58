import { type SQL, sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import { mayContinue } from "../../platform/commit/in-bulk/may-continue.ts";
import { retryWhileMoving } from "../../platform/commit/in-bulk/retry-while-moving.ts";
import { isStudioHere } from "../../platform/commit/transaction/open-studio.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import { type Caller, inTenant, type WaitingMail } from "../../platform/context.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { mails } from "../../platform/db/tables/both/mails.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import type { Env } from "../../platform/env.ts";
import { clock } from "../../platform/lib/clock.ts";
import { mailErrorCode } from "../../platform/lib/email.ts";
import { hourMs, minuteMs, secondMs } from "../../platform/lib/time.ts";
import { withTimeout } from "../../platform/lib/with-timeout.ts";
import { log } from "../../platform/log.ts";
import { invitation, passwordReset } from "./access-mails.ts";
import { bookingMail, type MailOfRow, type PreparedMail } from "./booking-mail.ts";
import { type BookingMail, isBookingMail } from "./booking-text.ts";
import { mayBeSent } from "./cap.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health-mails.ts";
import { requestDeclined } from "./request-declined.ts";
import { send } from "./send.ts";

/** The wait grows with each try. If a crash interrupts the sending, the mail is sent again after the wait. */
const firstWaitMs = 5 * minuteMs;
const longestWaitMs = hourMs;
/** The tries take three days, so that no mail is lost if the mail service is down over a weekend. */
const maxTries = 75;
const perRun = 20;
/** Far shorter than a lease, so that no other run claims a mail while the mail service is taking it. */
const longestSendMs = 10 * secondMs;

const templates = {
	endpoint_failing: endpointFailing,
	endpoint_disabled: endpointDisabled,
	invitation,
	password_reset: passwordReset,
};

/** The mails to the clients of a studio. */
type ClientMail = BookingMail | "request_declined";

const isClientMail = (kind: string): kind is ClientMail => isBookingMail(kind) || kind === "request_declined";

interface DueMail extends WaitingMail {
	kind: keyof typeof templates | ClientMail;
	to: string;
	tenantName: string;
}

/** A request leases the mail that it writes. If it does not send it within this lease, the schedule does. */
export const claimedByRequest = (now: number) => ({ leasedUntil: now + firstWaitMs, failures: 1 });

/**
 * Sends the mails that changes wrote. Each mail is claimed just before it is sent, so that no lease expires while a
 * slow mail service takes other mails. A mail is deleted once the mail service has taken it.
 */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer, from: MailDatabase): Promise<void> {
	for (let n = 0; n < perRun && mayContinue(writer, Number.POSITIVE_INFINITY); n++) {
		const { result: due } = await execute(writer, caller, () => claimDue(clock.now(), from));
		if (!due) return;
		await sendOne(env, caller, writer, due, from);
	}
}

/** A data database has the mails of its studios, and the control database those that belong to none. */
type MailDatabase = "control" | "data";

const changeTarget = (database: MailDatabase): { inControlDatabase?: true } =>
	database === "control" ? { inControlDatabase: true } : {};

/** Reads the name or the address of the studio of a mail. */
const ofStudio = (column: "name" | "email"): SQL =>
	sql`(SELECT ${sql.identifier(column)} FROM ${studios} WHERE tenant_id = ${mails}.tenant_id)`;

const isOfStudioHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = m.tenant_id AND ${isStudioHere})`;

const claimDue = (now: number, database: MailDatabase): ChangeDecidedByCommit<DueMail | undefined> => ({
	...changeTarget(database),
	resultFrom: ([, claimed]) => {
		const [due] = (claimed?.results ?? []) as (Omit<DueMail, "data"> & { data: string })[];
		return due && { ...due, data: JSON.parse(due.data) };
	},
	writes: [
		sql`DELETE FROM ${mails} WHERE claimed_until <= ${now} AND failures >= ${maxTries}`,
		sql`UPDATE ${mails} SET failures = failures + 1,
				claimed_until = ${now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
			WHERE id IN (SELECT m.id FROM ${mails} m WHERE m.claimed_until <= ${now}
				${database === "data" ? sql`AND ${isOfStudioHere}` : sql``} ORDER BY m.claimed_until LIMIT 1)
			RETURNING id, tenant_id AS tenantId, kind, data,
				${database === "data" ? ofStudio("email") : sql`NULL`} AS "to",
				${database === "data" ? ofStudio("name") : sql`NULL`} AS tenantName`,
	],
});

/** Sends a mail that is claimed. Returns whether the mail service has taken it. */
async function sendOne(
	env: Env,
	caller: Caller,
	writer: Writer,
	due: DueMail,
	database: MailDatabase,
): Promise<boolean> {
	let found: MailOfRow;
	try {
		found = await mailOfRow(caller, due);
		if (found.mail) {
			if (!(await isWithinCap(env, writer, due, found.mail))) return false;
			await withTimeout(longestSendMs, send(env, found.mail.write()));
		}
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take ${due.id}: ${mailErrorCode(error)}.` });
		return false;
	}
	try {
		await removeSentMail(caller, writer, due, found, database);
	} catch (error) {
		// The mail is sent again after its lease.
		log.warning("fault", { message: `The mail ${due.id} stays in the outbox: ${safeMessage(error)}.` });
	}
	return found.mail !== null;
}

/** If the tenant moves meanwhile, the mail moves with its data, so the database with the data deletes it. */
async function removeSentMail(
	caller: Caller,
	writer: Writer,
	{ id, tenantId }: DueMail,
	{ obsoletes }: MailOfRow,
	database: MailDatabase,
) {
	const obsolete = obsoletes ? sql` OR (tenant_id = ${tenantId} AND ${obsoletes})` : sql``;
	const removal: Change<null> = {
		...(database === "control" ? { inControlDatabase: true } : { tenantId }),
		result: null,
		writes: [sql`DELETE FROM ${mails} WHERE id = ${id}${obsolete}`],
	};
	await retryWhileMoving(writer, tenantId, (writer) => execute(writer, caller, () => removal));
}

async function mailOfRow(caller: Caller, { id, tenantId, kind, data, to, tenantName }: DueMail): Promise<MailOfRow> {
	const { sealed_link, ...fields } = data;
	const link = typeof sealed_link === "string" ? { link: await caller.vault.open(sealed_link, id) } : {};
	// The change that wrote the mail stored the fields that its kind needs.
	const mailData = { to, tenantName, origin: caller.settings.origin, ...fields, ...link } as never;
	if (!isClientMail(kind)) return { mail: { to, write: () => templates[kind](mailData) } };
	const ctx = await inTenant(caller, tenantId);
	return kind === "request_declined"
		? { mail: await requestDeclined(ctx, mailData) }
		: await bookingMail(ctx, kind, mailData);
}

/** A studio's clients get no more mails than the caps allow. A mail beyond them waits for the next hour. */
const isWithinCap = async (
	env: Env,
	writer: Writer,
	{ kind, tenantId }: DueMail,
	{ to }: PreparedMail,
): Promise<boolean> => !isClientMail(kind) || (await mayBeSent(env, writer.databases, tenantId, to));

/** The caller waits for the answer meanwhile, so the request waits no longer than this for the mail service. */
const maxRequestWaitMs = 5 * secondMs;

/**
 * Sends a mail to a client for the request that has just written it. If that fails, the mail stays in the outbox and
 * is sent later. Returns whether the mail service has taken it.
 */
export async function sendMailNow(env: Env, caller: Caller, writer: Writer, mail: WaitingMail): Promise<boolean> {
	const { kind } = mail;
	if (!isClientMail(kind)) throw new Error(`${kind} is no mail to a client.`);
	try {
		const due = { ...mail, kind, to: "", tenantName: "" };
		const sending = sendOne(env, caller, writer, due, "data");
		// If the mail service takes the mail late, the mail is still removed from the outbox.
		writer.afterResponse(sending.catch(() => {}));
		return await withTimeout(maxRequestWaitMs, sending);
	} catch (error) {
		log.warning("fault", { message: `The mail ${mail.id} stays in the outbox: ${mailErrorCode(error)}.` });
		return false;
	}
}
