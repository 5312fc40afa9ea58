import { type SQL, sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import { isHere } from "../commit/open-studio.ts";
import type { Writer } from "../commit/writer.ts";
import { type Caller, within as inTenant } from "../context.ts";
import { mails } from "../db/tables/both/mails.ts";
import { studios } from "../db/tables/data/studios.ts";
import type { Env } from "../env.ts";
import { clock } from "../lib/clock.ts";
import { type Mail, mailFault } from "../lib/email.ts";
import { hourMs, minuteMs, secondMs } from "../lib/time.ts";
import { within } from "../lib/within.ts";
import { log } from "../log.ts";
import { invitation, passwordReset } from "./access-links.ts";
import { bookingMail } from "./booking.ts";
import { type BookingMail, isBookingMail } from "./booking-words.ts";
import { mayBeSent } from "./cap.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health.ts";
import { requestDeclined } from "./request-declined.ts";
import { send } from "./send.ts";

/** The wait grows with each try. A mail whose sending a crash interrupts is sent again after it. */
const firstWaitMs = 5 * minuteMs;
const longestWaitMs = hourMs;
/** The tries last three days, so that no mail is lost when the mail service is down over a weekend. */
const maxTries = 75;
const perRun = 20;
/** Far shorter than a claim lasts, so that no other run takes up a mail that is still being handed over. */
const longestSendMs = 10 * secondMs;

const messages = {
	endpoint_failing: endpointFailing,
	endpoint_disabled: endpointDisabled,
	invitation,
	password_reset: passwordReset,
};

/** The mails to the clients of a studio. */
type ClientMail = BookingMail | "request_declined";

const isClientMail = (kind: string): kind is ClientMail => isBookingMail(kind) || kind === "request_declined";

interface Due {
	id: string;
	tenantId: string;
	kind: keyof typeof messages | ClientMail;
	data: string;
	to: string;
	tenantName: string;
}

/**
 * Sends the mails that changes wrote. Each mail is claimed when its turn comes, so that no claim expires while a slow
 * mail service takes other mails. A mail is deleted once the mail service has taken it.
 */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer, from: Place): Promise<void> {
	for (let n = 0; n < perRun; n++) {
		const { result: due } = await execute(writer, caller, () => claimDue(clock.now(), from));
		if (!due) return;
		await sendOne(env, caller, writer, due, from);
	}
}

/** The control database has the mails of no studio, and each data database those of its studios. */
type Place = "control" | "data";

const inPlace = (place: Place): { control?: true } => (place === "control" ? { control: true } : {});

/** Of a studio whose data is here, for its name and its address. */
const ofStudio = (column: "name" | "email"): SQL =>
	sql`(SELECT ${sql.identifier(column)} FROM ${studios} WHERE tenant_id = ${mails}.tenant_id)`;

const isOfStudioHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = m.tenant_id AND ${isHere})`;

const claimDue = (now: number, place: Place): ChangeDecidedByCommit<Due | undefined> => ({
	...inPlace(place),
	resultFrom: ([, claimed]) => (claimed?.results as Due[] | undefined)?.[0],
	writes: [
		sql`DELETE FROM ${mails} WHERE claimed_until <= ${now} AND failures >= ${maxTries}`,
		sql`UPDATE ${mails} SET failures = failures + 1,
				claimed_until = ${now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
			WHERE id IN (SELECT m.id FROM ${mails} m WHERE m.claimed_until <= ${now}
				${place === "data" ? sql`AND ${isOfStudioHere}` : sql``} ORDER BY m.claimed_until LIMIT 1)
			RETURNING id, tenant_id AS tenantId, kind, data,
				${place === "data" ? ofStudio("email") : sql`NULL`} AS "to",
				${place === "data" ? ofStudio("name") : sql`NULL`} AS tenantName`,
	],
});

async function sendOne(env: Env, caller: Caller, writer: Writer, due: Due, place: Place): Promise<void> {
	const { id } = due;
	try {
		const mail = await build(caller, due);
		if (mail && !(await isWithinCap(env, writer, due, mail))) return;
		if (mail) await within(longestSendMs, send(env, mail));
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take ${id}: ${mailFault(error)}.` });
		return;
	}
	await execute(writer, caller, () => ({ ...inPlace(place), ...removal(id) }));
}

/** Null: the mail has become pointless, such as a reminder of an appointment that was cancelled. */
async function build(caller: Caller, { id, tenantId, kind, data, to, tenantName }: Due): Promise<Mail | null> {
	const { sealed_link, ...told } = JSON.parse(data);
	if (sealed_link) told.link = await caller.vault.open(sealed_link, id);
	if (isClientMail(kind)) {
		const ctx = await inTenant(caller, tenantId);
		return kind === "request_declined" ? await requestDeclined(ctx, told) : await bookingMail(ctx, kind, told);
	}
	return messages[kind]({ to, tenantName, ...told });
}

/** A studio's clients get no more mails than its caps allow. The mail waits for the next hour. */
const isWithinCap = async (env: Env, writer: Writer, { kind, tenantId }: Due, { to }: Mail): Promise<boolean> =>
	!isClientMail(kind) || (await mayBeSent(env, writer.databases, tenantId, typeof to === "string" ? to : to.email));

const removal = (id: string): Change<null> => ({ result: null, writes: [sql`DELETE FROM ${mails} WHERE id = ${id}`] });
