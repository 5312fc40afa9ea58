import { sql } from "drizzle-orm";
import { commit } from "../commit/commit.ts";
import type { Caller } from "../context.ts";
import type { Writer } from "../db/database.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { mails } from "../db/tables/tenant/mails.ts";
import type { Env } from "../env.ts";
import { hourMs, minuteMs } from "../lib/time.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health.ts";
import { sendMail } from "./send.ts";

/** Between tries, longer with each; a mail that a crash interrupts is sent again after it. */
const firstWaitMs = 5 * minuteMs;
const longestWaitMs = hourMs;
/** Three days' worth: a mail service that is down over a weekend loses none. */
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

/** Sends the mails that were written with their changes; each is gone once the mail service has it. */
export async function sendDueMails(env: Env, caller: Caller, writer: Writer): Promise<void> {
	const [, claimed] = await commit(writer, caller, {
		result: null,
		writes: [
			sql`DELETE FROM ${mails} WHERE claimed_until <= ${caller.now} AND failures >= ${maxTries}`,
			sql`UPDATE ${mails} SET failures = failures + 1,
					claimed_until = ${caller.now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
				WHERE id IN (SELECT id FROM ${mails} WHERE claimed_until <= ${caller.now} ORDER BY claimed_until LIMIT ${perRun})
				RETURNING id, kind, data,
					(SELECT email FROM ${tenants} WHERE id = ${mails}.tenant_id) AS "to",
					(SELECT name FROM ${tenants} WHERE id = ${mails}.tenant_id) AS tenantName`,
		],
	});
	for (const due of (claimed?.results ?? []) as Due[]) await sendOne(env, caller, writer, due);
}

async function sendOne(
	env: Env,
	caller: Caller,
	writer: Writer,
	{ id, kind, data, to, tenantName }: Due,
): Promise<void> {
	try {
		await sendMail(env, messages[kind]({ to, tenantName, ...JSON.parse(data) }));
	} catch (error) {
		console.error(JSON.stringify({ level: "warning", mail: id, error: String(error) }));
		return;
	}
	await commit(writer, caller, { result: null, writes: [sql`DELETE FROM ${mails} WHERE id = ${id}`] });
}
