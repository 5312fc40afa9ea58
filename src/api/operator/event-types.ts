import {
	createEventType,
	deleteEventType,
	getEventType,
	updateEventType,
} from "../../domain/studio/event-types/operations.ts";
import { eventType, eventTypePatch, newEventType } from "../../domain/studio/event-types/schema.ts";
import { inTenantOfRecord } from "../../platform/commit/tenant-of-record.ts";
import { type Caller, inTenant } from "../../platform/context.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { deleted } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";

export const eventTypeRoutes = [
	operator.create({
		id: "adminCreateEventType",
		path: "/admin/tenants/:tenant_id/event_types",
		tag,
		summary: "Create an event type",
		scope: null,
		params: { tenant_id: "tenant" },
		body: newEventType,
		answer: eventType,
		errors: ["validation_error"],
		location: ({ id }) => `/admin/event_types/${id}`,
		run: async (caller, { params: { tenant_id }, body }) => createEventType(await inTenant(caller, tenant_id), body),
	}),
	operator.get({
		id: "adminGetEventType",
		path: "/admin/event_types/:event_type_id",
		tag,
		summary: "Get an event type",
		scope: null,
		params: { event_type_id: "event_type" },
		answer: eventType,
		run: async (caller, { params: { event_type_id: id } }) =>
			getEventType(await inTenantOfRecord(caller, eventTypes, id, "event type"), id),
	}),
	operator.change("PATCH", {
		id: "adminUpdateEventType",
		path: "/admin/event_types/:event_type_id",
		tag,
		summary: "Change an event type",
		scope: null,
		params: { event_type_id: "event_type" },
		body: eventTypePatch,
		answer: eventType,
		errors: ["validation_error"],
		run: async (caller, { params: { event_type_id: id }, body }) =>
			updateEventType(await inTenantOfRecord(caller, eventTypes, id, "event type"), id, body),
	}),
	operator.change("DELETE", {
		id: "adminDeleteEventType",
		path: "/admin/event_types/:event_type_id",
		tag,
		summary: "Delete an event type that no appointment names",
		scope: null,
		params: { event_type_id: "event_type" },
		answer: deleted("event_type").meta({ id: "DeletedEventType" }),
		run: async (caller, { params: { event_type_id: id } }) =>
			deleteEventType(await inTenantOfRecord(caller, eventTypes, id, "event type"), id),
	}),
];
