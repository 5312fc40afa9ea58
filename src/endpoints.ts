import type { Endpoint } from "./http/endpoint.ts";
import { appointmentRoutes } from "./resources/appointments/routes.ts";
import { artistRoutes } from "./resources/artists/routes.ts";
import { auditLogRoutes } from "./resources/audit-log/routes.ts";
import { automationRoutes } from "./resources/automation/routes.ts";
import { availabilityRoutes } from "./resources/availability/routes.ts";
import { clientRoutes } from "./resources/clients/routes.ts";
import { deletionRoutes } from "./resources/deletions/routes.ts";
import { deliveryRoutes } from "./resources/deliveries/routes.ts";
import { eventTypeRoutes } from "./resources/event-types/routes.ts";
import { eventRoutes } from "./resources/events/routes.ts";
import { formSubmissionRoutes } from "./resources/form-submissions/routes.ts";
import { formRoutes } from "./resources/forms/routes.ts";
import { ideaRoutes } from "./resources/ideas/routes.ts";
import { leadRoutes } from "./resources/leads/routes.ts";
import { meRoutes } from "./resources/me/routes.ts";
import { requestRoutes } from "./resources/requests/routes.ts";
import { shopRoutes } from "./resources/shops/routes.ts";
import { timeBlockRoutes } from "./resources/time-blocks/routes.ts";
import { webhookEndpointRoutes } from "./resources/webhook-endpoints/routes.ts";

/** Every endpoint of /v1. */
export const endpoints: readonly Endpoint[] = [
	...meRoutes,
	...clientRoutes,
	...leadRoutes,
	...ideaRoutes,
	...appointmentRoutes,
	...availabilityRoutes,
	...artistRoutes,
	...timeBlockRoutes,
	...shopRoutes,
	...eventTypeRoutes,
	...formRoutes,
	...formSubmissionRoutes,
	...eventRoutes,
	...deletionRoutes,
	...webhookEndpointRoutes,
	...deliveryRoutes,
	...automationRoutes,
	...auditLogRoutes,
	...requestRoutes,
];
