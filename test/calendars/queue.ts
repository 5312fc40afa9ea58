import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { consumeCalendars } from "../../src/domain/studio/calendars/consumer.ts";
import type { CalendarNudge } from "../../src/domain/studio/calendars/due.ts";
import { runLocalWork } from "../../src/entry/schedule/data.ts";
import { dataIds } from "../../src/platform/db/databases.ts";
import type { Env } from "../../src/platform/env.ts";

/** Returns the messages that the work of data databases sends to the queue of the calendars. */
export async function collectMessages(given: Partial<Env> = {}, homes = dataIds(env)): Promise<CalendarNudge[]> {
	const sent: CalendarNudge[] = [];
	const sendBatch = async (messages: { body: CalendarNudge }[]) => void sent.push(...messages.map(({ body }) => body));
	const ctx = createExecutionContext();
	const bindings = { ...env, CALENDARS: { sendBatch } as unknown as Queue, ...given };
	for (const home of homes) await runLocalWork(bindings, ctx, { database: home, sent_at: Date.now() });
	await waitOnExecutionContext(ctx);
	return sent;
}

/** `over` waits for all that follows. */
export function consume(messages: CalendarNudge[], given: Partial<Env> = {}) {
	const ctx = createExecutionContext();
	const batch = messages.map((body, n) => ({ id: `${n}`, timestamp: new Date(), attempts: 1, body }));
	const consumed = consumeCalendars(createMessageBatch("calendars", batch), { ...env, ...given }, ctx);
	return { consumed, over: () => waitOnExecutionContext(ctx) };
}

/** In batches as the queue makes them. */
export async function deliver(messages: CalendarNudge[], given: Partial<Env> = {}): Promise<void> {
	for (let at = 0; at < messages.length; at += 4) {
		const { consumed, over } = consume(messages.slice(at, at + 4), given);
		await consumed;
		await over();
	}
}

/** As the scheduled work and the queue do together. */
export async function readDue(): Promise<void> {
	await deliver(await collectMessages());
}
