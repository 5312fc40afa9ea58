import type { z } from "zod";
import type { Change } from "../../commit/commit.ts";
import type { Caller } from "../../context.ts";
import type { EventType } from "../../db/tables/tenant/events.ts";
import { newId } from "../../lib/ids.ts";
import { type event as eventSchema, toEvent } from "../../resources/events/operations.ts";
import { findTenant } from "../tenants/operations.ts";

type Event = z.output<typeof eventSchema>;

/** Publishes an event that happened elsewhere in the product; its data is delivered as given. */
export async function publishEvent(
	caller: Caller,
	tenantId: string,
	given: { type: EventType; data: Record<string, unknown> },
): Promise<Change<Event>> {
	await findTenant(caller, tenantId);
	const id = newId("event", caller.now);
	const event = {
		id,
		tenantId,
		...given,
		createdAt: caller.now,
		actorType: caller.actor.type,
		actorId: caller.actor.id,
	};
	return {
		result: (results) => toEvent({ ...event, sequence: sequenceIn(results) }),
		tenantId,
		writes: [],
		events: [{ id, ...given }],
		audit: { action: "event.published", resourceId: id },
	};
}

/** The number that the transaction gave the event. */
function sequenceIn(results: D1Result[]): number {
	for (const { results: rows } of results)
		for (const row of rows)
			if (typeof row === "object" && row && "event_sequence" in row) return Number(row.event_sequence);
	throw new Error("an event without a number");
}
