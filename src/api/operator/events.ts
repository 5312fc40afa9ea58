import { z } from "zod";
import { event } from "../../domain/events/feed/operations.ts";
import { publishEvent } from "../../domain/events/publish.ts";
import type { Caller } from "../../platform/context.ts";
import { publicEventTypes } from "../../platform/db/tables/data/events.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();

/** An event with this much data fits into a row of the database, and receivers can still read it. */
const maxDataBytes = 256 * 1024;
const maxDepth = 100;

const eventData = z
	.record(z.string(), z.unknown())
	.refine((data) => depthWithin(data, maxDepth), `must not be nested deeper than ${maxDepth} levels`)
	.refine(
		(data) => !depthWithin(data, maxDepth) || new TextEncoder().encode(JSON.stringify(data)).length <= maxDataBytes,
		`must not be larger than ${maxDataBytes} bytes`,
	);

/** Walks the data level by level, because a recursion into deep data would overflow the stack. */
function depthWithin(data: unknown, levels: number): boolean {
	let level: unknown[] = [data];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > levels) return false;
		level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
	}
	return true;
}

export const newEvent = z.object({ type: z.enum(publicEventTypes), data: eventData });

export const publishRoutes = [
	operator.create({
		id: "adminPublishEvent",
		path: "/admin/tenants/:tenant_id/events",
		tag: "Operator",
		summary: "Publish an event of another part of the product",
		scope: null,
		params: { tenant_id: "tenant" },
		body: newEvent,
		answer: event,
		location: ({ id }) => `/v1/events/${id}`,
		run: (caller, { params: { tenant_id }, body }) => publishEvent(caller, tenant_id, body),
	}),
];
