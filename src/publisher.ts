import { WorkerEntrypoint } from "cloudflare:workers";
import { systemCaller } from "./context.ts";
import { commit, resultOf } from "./db/commit.ts";
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
		const { db, writer } = openDatabase(this.env, (work) => this.ctx.waitUntil(work));
		const caller = systemCaller(this.env, db);
		const change = await publishEvent(caller, tenantId, newEvent.parse(given));
		await commit(writer, caller, change);
		return await resultOf(change);
	}
}
