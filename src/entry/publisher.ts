import { WorkerEntrypoint } from "cloudflare:workers";
import * as z from "zod";
import { newEvent } from "../domain/events/new-event.ts";
import { publishEvent } from "../domain/events/publish.ts";
import { execute } from "../platform/commit/execute.ts";
import { jsonAnswer } from "../platform/commit/keys/answer.ts";
import { answersInData, fingerprint, type Once } from "../platform/commit/keys/idempotency.ts";
import { systemCaller } from "../platform/commit/system-caller.ts";
import { openWriter } from "../platform/commit/writer.ts";
import { type Ctx, inTenant } from "../platform/context.ts";
import type { Env } from "../platform/env.ts";
import { idempotencyKeyOf } from "../platform/http/request/headers/idempotency-key.ts";
import { type Code, Problem } from "../platform/problems/problem.ts";

type Published = ReturnType<Awaited<ReturnType<typeof publishEvent>>["resultFrom"]>;

interface EventInput {
	type: string;
	data: Record<string, unknown>;
}

/**
 * The other Workers of the product publish events through this, over a service binding (contract: Operator 14):
 * `services = [{ binding = "EVENTS", service = "tattoo-studio-api", entrypoint = "Publisher" }]`, then
 * `await env.EVENTS.publish(tenantId, { type: "payment.succeeded", data: { … } }, { idempotencyKey: payment.id })`.
 * A call that is repeated with its key within 24 hours publishes nothing and returns the first event.
 */
export class Publisher extends WorkerEntrypoint<Env> {
	async publish(tenantId: string, given: EventInput, { idempotencyKey }: { idempotencyKey?: string } = {}) {
		const parsed = newEvent.safeParse(given);
		// A ZodError loses its message on the way to the other Worker.
		if (!parsed.success) throw new TypeError(z.prettifyError(parsed.error));
		const { key, fault } = idempotencyKeyOf(idempotencyKey);
		if (fault) throw new TypeError(fault.message);
		const { databases, writer } = openWriter(this.env, (work) => this.ctx.waitUntil(work));
		const caller = await inTenant(systemCaller(this.env, databases), tenantId);
		const decide = (caller: Ctx) => publishEvent(caller, tenantId, parsed.data);
		if (key === undefined) return (await execute(writer, caller, decide)).result;

		const gate = await writer.gateOf(tenantId);
		const lock = { key: `publisher:${key}`, nonce: crypto.randomUUID() };
		const verdict = await gate.enter({ claims: [], lock });
		const holdsLock = verdict.outcome === "admitted" && verdict.lock === "held";
		try {
			const done = await execute(writer, caller, decide, onceOf(caller, key, given, holdsLock));
			return done.replayed ? storedResult(done.replayed.status, done.replayed.body) : done.result;
		} finally {
			// If the release does not reach the gate, the lock lapses by itself.
			if (holdsLock) this.ctx.waitUntil(gate.release(lock).catch(() => {}));
		}
	}
}

const onceOf = ({ tenantId }: Ctx, key: string, given: EventInput, holdsLock: boolean): Once<Published, Ctx> => ({
	answers: answersInData,
	request: {
		tenantId,
		credentialId: "publisher",
		key,
		fingerprint: fingerprint("PUBLISH", tenantId, JSON.stringify(given)),
	},
	holdsLock,
	sealed: false,
	answerOf: (event) => jsonAnswer(201, event),
	refusalOf: ({ status, code, message }) => jsonAnswer(status, { code, message }),
});

/** Returns the event of the first call, or throws the refusal that the first call got. */
function storedResult(status: number, body: string): Published {
	const stored = JSON.parse(body) as Published | { code: Code; message: string };
	if (status < 400 && "sequence" in stored) return stored;
	const { code, message } = stored as { code: Code; message: string };
	throw new Problem(code, message);
}
