import { sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import { commit } from "../db/commit.ts";
import type { Writer } from "../db/database.ts";
import { mails, tenants } from "../db/schema.ts";
import type { Env } from "../env.ts";
import { minuteMs } from "../lib/time.ts";
import { endpointDisabled, endpointFailing } from "./endpoint-health.ts";
import { sendMail } from "./send.ts";

/** Between tries; a mail that a crash interrupts is sent again after it. */
const claimMs = 5 * minuteMs;
const maxFailures = 10;
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
	const [claimed, , read] = await commit(writer, caller, {
		result: null,
		writes: [
			sql`UPDATE ${mails} SET claimed_until = ${caller.now + claimMs}, failures = failures + 1
				WHERE id IN (SELECT id FROM ${mails} WHERE claimed_until <= ${caller.now} ORDER BY claimed_until LIMIT ${perRun})
				RETURNING id`,
			sql`DELETE FROM ${mails} WHERE failures > ${maxFailures}`,
			sql`SELECT m.id AS id, m.kind AS kind, m.data AS data, t.email AS "to", t.name AS tenantName
				FROM ${mails} m JOIN ${tenants} t ON t.id = m.tenant_id WHERE m.claimed_until = ${caller.now + claimMs}`,
		],
	});
	const mine = new Set(((claimed?.results ?? []) as { id: string }[]).map(({ id }) => id));
	for (const due of (read?.results ?? []) as Due[]) if (mine.has(due.id)) await sendOne(env, caller, writer, due);
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
