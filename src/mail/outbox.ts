import { sql } from "drizzle-orm";
import type { Change, ChangeDecidedByCommit } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import type { Writer } from "../commit/writer.ts";
import type { Caller } from "../context.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { mails } from "../db/tables/tenant/mails.ts";
import type { Env } from "../env.ts";
import { mailFault } from "../lib/email.ts";
import { hourMs, minuteMs } from "../lib/time.ts";
import { log } from "../log.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health.ts";
import { send } from "./send.ts";

/** The wait grows with each try. A mail whose sending a crash interrupts is sent again after it. */
const firstWaitMs = 5 * minuteMs;
const longestWaitMs = hourMs;
/** The tries last three days, so that no mail is lost when the mail service is down over a weekend. */
const maxTries = 75;
const perRun = 20;

const messages = { endpoint_failing: endpointFailing, endpoint_disabled: endpointDisabled };

interface Due {
	id: string;
	kind: keyof typeof messages;
	data: string;
	to: string;
	tenantName: string;
}

/** Sends the mails that changes wrote. A mail is deleted once the mail service has taken it. */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer): Promise<void> {
	const { result: due } = await execute(writer, caller, () => claimDue(caller.now));
	for (const mail of due) await sendOne(env, caller, writer, mail);
}

const claimDue = (now: number): ChangeDecidedByCommit<Due[]> => ({
	resultFrom: ([, claimed]) => (claimed?.results ?? []) as Due[],
	writes: [
		sql`DELETE FROM ${mails} WHERE claimed_until <= ${now} AND failures >= ${maxTries}`,
		sql`UPDATE ${mails} SET failures = failures + 1,
				claimed_until = ${now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
			WHERE id IN (SELECT id FROM ${mails} WHERE claimed_until <= ${now} ORDER BY claimed_until LIMIT ${perRun})
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
		await send(env, messages[kind]({ to, tenantName, ...JSON.parse(data) }));
	} catch (error) {
		log.warning("fault", { message: `The mail service did not take ${id}: ${mailFault(error)}.` });
		return;
	}
	await execute(writer, caller, () => removal(id));
}

const removal = (id: string): Change<null> => ({ result: null, writes: [sql`DELETE FROM ${mails} WHERE id = ${id}`] });
