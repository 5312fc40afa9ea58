import type { Endpoint } from "./http/endpoint.ts";
import { appointmentEndpoints } from "./resources/appointments/routes.ts";
import { artistEndpoints } from "./resources/artists/routes.ts";
import { auditLogEndpoints } from "./resources/audit-log/routes.ts";
import { automationEndpoints } from "./resources/automation/routes.ts";
import { availabilityEndpoints } from "./resources/availability/routes.ts";
import { clientEndpoints } from "./resources/clients/routes.ts";
import { deliveryEndpoints } from "./resources/deliveries/routes.ts";
import { eventTypeEndpoints } from "./resources/event-types/routes.ts";
import { eventEndpoints } from "./resources/events/routes.ts";
import { formSubmissionEndpoints } from "./resources/form-submissions/routes.ts";
import { formEndpoints } from "./resources/forms/routes.ts";
import { ideaEndpoints } from "./resources/ideas/routes.ts";
import { leadEndpoints } from "./resources/leads/routes.ts";
import { meEndpoints } from "./resources/me/routes.ts";
import { shopEndpoints } from "./resources/shops/routes.ts";
import { webhookEndpointEndpoints } from "./resources/webhook-endpoints/routes.ts";

/** Every endpoint of /v1. */
export const endpoints: readonly Endpoint[] = [
	...meEndpoints,
	...clientEndpoints,
	...leadEndpoints,
	...ideaEndpoints,
	...appointmentEndpoints,
	...availabilityEndpoints,
	...artistEndpoints,
	...shopEndpoints,
	...eventTypeEndpoints,
	...formEndpoints,
	...formSubmissionEndpoints,
	...eventEndpoints,
	...webhookEndpointEndpoints,
	...deliveryEndpoints,
	...automationEndpoints,
	...auditLogEndpoints,
];
