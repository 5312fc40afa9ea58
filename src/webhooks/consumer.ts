import { type Nudge, nudgeAt } from "../commit/nudge.ts";
import { systemCaller } from "../context.ts";
import { openDatabase } from "../db/database.ts";
import { safeMessage } from "../db/errors.ts";
import type { Env } from "../env.ts";
import { clock } from "../lib/clock.ts";
import { sendDueMails } from "../mail/outbox.ts";
import { attempt } from "./attempt.ts";

const deadLetters = "webhook-deliveries-dead";

/**
 * Takes a batch of nudges and acknowledges it at once; the attempts go on by themselves, so that the next
 * batch need not wait for the slowest receiver of this one. What is lost with them the sweep finds.
 */
export function consume(batch: MessageBatch<Nudge>, env: Env, ctx: ExecutionContext): void {
	if (batch.queue === deadLetters) {
		for (const { body } of batch.messages) console.error(JSON.stringify({ level: "error", dead_letter: body }));
		return;
	}
	for (const { body } of batch.messages) ctx.waitUntil(take(body, env, ctx));
}

async function take({ delivery_id }: Nudge, env: Env, ctx: ExecutionContext): Promise<void> {
	const { db, writer } = openDatabase(env, (work) => ctx.waitUntil(work));
	const caller = systemCaller(env, db);
	try {
		const next = await attempt(delivery_id, caller, writer);
		if (next.nudgeAt !== null) await nudgeAt(env.WEBHOOKS, delivery_id, next.nudgeAt, clock.now());
		if (next.mail) await sendDueMails(env, caller, writer);
	} catch (error) {
		console.error(JSON.stringify({ level: "error", delivery_id, error: safeMessage(error) }));
	}
}
