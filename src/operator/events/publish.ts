import type { z } from "zod";
import type { Caller } from "../../context.ts";
import type { Change } from "../../db/commit.ts";
import { newId } from "../../lib/ids.ts";
import { type event, getEvent } from "../../resources/events/operations.ts";
import type { EventType } from "../../webhooks/event-types.ts";
import { findTenant } from "../tenants/operations.ts";

type Event = z.output<typeof event>;

/** Publishes an event that happened elsewhere in the product; its data is delivered as given. */
export async function publishEvent(
	caller: Caller,
	tenantId: string,
	given: { type: EventType; data: Record<string, unknown> },
): Promise<Change<Event>> {
	await findTenant(caller, tenantId);
	const id = newId("event", caller.now);
	return {
		result: () => getEvent({ ...caller, tenantId }, id),
		tenantId,
		writes: [],
		events: [{ id, ...given }],
		audit: { action: "event.published", resourceId: id },
	};
}
