import type { Endpoint } from "./http/endpoint.ts";
import { auditLogEndpoints } from "./resources/audit-log/routes.ts";
import { clientEndpoints } from "./resources/clients/routes.ts";
import { deliveryEndpoints } from "./resources/deliveries/routes.ts";
import { eventEndpoints } from "./resources/events/routes.ts";
import { meEndpoints } from "./resources/me/routes.ts";
import { webhookEndpointEndpoints } from "./resources/webhook-endpoints/routes.ts";

/** Every endpoint of /v1. */
export const endpoints: readonly Endpoint[] = [
	...meEndpoints,
	...clientEndpoints,
	...eventEndpoints,
	...webhookEndpointEndpoints,
	...deliveryEndpoints,
	...auditLogEndpoints,
];
