import { WorkerEntrypoint } from "cloudflare:workers";
import { z } from "zod";
import { commit, resultOf } from "./commit/commit.ts";
import { systemCaller } from "./context.ts";
import { openDatabase } from "./db/database.ts";
import type { Env } from "./env.ts";
import { publishEvent } from "./operator/events/publish.ts";
import { newEvent } from "./operator/events/routes.ts";

/**
 * How the product's other Workers publish events, over a service binding:
 * `services = [{ binding = "EVENTS", service = "tattoo-studio-api", entrypoint = "Publisher" }]`, then
 * `await env.EVENTS.publish(tenantId, { type: "payment.succeeded", data: { … } })`.
 */
export class Publisher extends WorkerEntrypoint<Env> {
	async publish(tenantId: string, given: { type: string; data: Record<string, unknown> }) {
		const parsed = newEvent.safeParse(given);
		// A ZodError loses its words on the way to the other Worker.
		if (!parsed.success) throw new TypeError(z.prettifyError(parsed.error));
		const { db, writer } = openDatabase(this.env, (work) => this.ctx.waitUntil(work));
		const caller = systemCaller(this.env, db);
		const change = await publishEvent(caller, tenantId, parsed.data);
		const results = await commit(writer, caller, change);
		return await resultOf(change, results);
	}
}
