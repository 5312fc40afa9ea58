import { event, getEvent } from "../../domain/events/feed/operations.ts";
import { newEvent } from "../../domain/events/new-event.ts";
import { publishEvent } from "../../domain/events/publish.ts";
import { type Caller, inTenant } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();

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
		location: ({ id, tenant_id }) => `/admin/tenants/${tenant_id}/events/${id}`,
		run: (caller, { params: { tenant_id }, body }) => publishEvent(caller, tenant_id, body),
	}),
	operator.get({
		id: "adminGetEvent",
		path: "/admin/tenants/:tenant_id/events/:event_id",
		tag: "Operator",
		summary: "Get an event",
		scope: null,
		params: { tenant_id: "tenant", event_id: "event" },
		answer: event,
		run: async (caller, { params: { tenant_id, event_id } }) => getEvent(await inTenant(caller, tenant_id), event_id),
	}),
];
