import { sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import type { Writer } from "../commit/writer.ts";
import type { Caller } from "../context.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { mails } from "../db/tables/tenant/mails.ts";
import type { Env } from "../env.ts";
import { clock } from "../lib/clock.ts";
import { mailFault } from "../lib/email.ts";
import { hourMs, minuteMs, secondMs } from "../lib/time.ts";
import { log } from "../log.ts";
import { invitation, passwordReset } from "./access-links.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health.ts";
import { send, within } from "./send.ts";

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

interface Due {
	id: string;
	kind: keyof typeof messages;
	data: string;
	to: string;
	tenantName: string;
}

/**
 * Sends the mails that changes wrote. Each mail is claimed when its turn comes, so that no claim expires while a slow
 * mail service takes other mails. A mail is deleted once the mail service has taken it.
 */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer): Promise<void> {
	for (let n = 0; n < perRun; n++) {
		const { result: due } = await execute(writer, caller, () => claimDue(clock.now()));
		if (!due) return;
		await sendOne(env, caller, writer, due);
	}
}

const claimDue = (now: number): ChangeDecidedByCommit<Due | undefined> => ({
	resultFrom: ([, claimed]) => (claimed?.results as Due[] | undefined)?.[0],
	writes: [
		sql`DELETE FROM ${mails} WHERE claimed_until <= ${now} AND failures >= ${maxTries}`,
		sql`UPDATE ${mails} SET failures = failures + 1,
				claimed_until = ${now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
			WHERE id IN (SELECT id FROM ${mails} WHERE claimed_until <= ${now} ORDER BY claimed_until LIMIT 1)
			RETURNING id, kind, data,
				(SELECT email FROM ${tenants} WHERE id = ${mails}.tenant_id) AS "to",
				(SELECT name FROM ${tenants} WHERE id = ${mails}.tenant_id) AS tenantName`,
	],
});

async function sendOne(
	env: Env,
	caller: Caller,
	writer: Writer,
	{ id, kind, data, to, tenantName }: Due,
): Promise<void> {
	try {
		const { sealed_link, ...told } = JSON.parse(data);
		if (sealed_link) told.link = await caller.vault.open(sealed_link, id);
		await within(longestSendMs, send(env, messages[kind]({ to, tenantName, ...told })));
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take ${id}: ${mailFault(error)}.` });
		return;
	}
	await execute(writer, caller, () => removal(id));
}

const removal = (id: string): Change<null> => ({ result: null, writes: [sql`DELETE FROM ${mails} WHERE id = ${id}`] });
