import { auditLogRoutes } from "../domain/access/audit-log/routes.ts";
import { deletionRoutes } from "../domain/access/deletions/routes.ts";
import { meRoutes } from "../domain/access/me/routes.ts";
import { requestRoutes } from "../domain/access/requests/routes.ts";
import { automationRoutes } from "../domain/automation/routes.ts";
import { cancellationFeeRoutes } from "../domain/booking/appointments/fee-routes.ts";
import { appointmentRoutes } from "../domain/booking/appointments/routes.ts";
import { availabilityRoutes } from "../domain/booking/availability/routes.ts";
import { bookingRequestRoutes } from "../domain/booking/bookings/routes.ts";
import { calendarFeedRoutes } from "../domain/booking/calendar-feeds/routes.ts";
import { depositRoutes } from "../domain/booking/deposits/routes.ts";
import { clientRoutes } from "../domain/clients/clients/routes.ts";
import { formSubmissionRoutes } from "../domain/clients/form-submissions/routes.ts";
import { ideaRoutes } from "../domain/clients/ideas/routes.ts";
import { leadRoutes } from "../domain/clients/leads/routes.ts";
import { deliveryRoutes } from "../domain/events/deliveries/routes.ts";
import { webhookEndpointRoutes } from "../domain/events/endpoints/routes.ts";
import { eventRoutes } from "../domain/events/feed/routes.ts";
import { exportRoutes } from "../domain/exports/routes.ts";
import { importRoutes } from "../domain/imports/routes.ts";
import { personalDataRoutes } from "../domain/personal-data/routes.ts";
import { pictureRoutes } from "../domain/pictures/routes.ts";
import { artistRoutes } from "../domain/studio/artists/routes.ts";
import { externalCalendarRoutes } from "../domain/studio/calendars/routes.ts";
import { eventTypeRoutes } from "../domain/studio/event-types/routes.ts";
import { formPictureRoutes } from "../domain/studio/forms/picture-routes.ts";
import { formRoutes } from "../domain/studio/forms/routes.ts";
import { shopRoutes } from "../domain/studio/shops/routes.ts";
import { timeBlockRoutes } from "../domain/studio/time-blocks/routes.ts";
import type { Endpoint } from "../platform/http/endpoint/endpoint.ts";

export const endpoints: readonly Endpoint[] = [
	...meRoutes,
	...clientRoutes,
	...personalDataRoutes,
	...importRoutes,
	...exportRoutes,
	...leadRoutes,
	...bookingRequestRoutes,
	...ideaRoutes,
	...appointmentRoutes,
	...cancellationFeeRoutes,
	...depositRoutes,
	...availabilityRoutes,
	...artistRoutes,
	...timeBlockRoutes,
	...externalCalendarRoutes,
	...calendarFeedRoutes,
	...shopRoutes,
	...eventTypeRoutes,
	...formRoutes,
	...formSubmissionRoutes,
	...pictureRoutes,
	...formPictureRoutes,
	...eventRoutes,
	...deletionRoutes,
	...webhookEndpointRoutes,
	...deliveryRoutes,
	...automationRoutes,
	...auditLogRoutes,
	...requestRoutes,
];
