import { z } from "zod";
import type { Caller } from "../../context.ts";
import { endpointsFor } from "../../http/endpoint.ts";
import { event } from "../../resources/events/operations.ts";
import { eventTypes } from "../../webhooks/event-types.ts";
import { publishEvent } from "./publish.ts";

const operator = endpointsFor<Caller>();

export const newEvent = z.object({ type: z.enum(eventTypes), data: z.record(z.string(), z.unknown()) });

export const publishEndpoints = [
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
