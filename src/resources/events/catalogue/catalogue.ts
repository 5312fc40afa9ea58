import type { z } from "zod";
import type { EventType } from "../../../db/tables/tenant/events.ts";
import { appointmentEvents } from "./appointments.ts";
import { artistAndShopEvents } from "./artists-and-shops.ts";
import { bookingLinkEvents } from "./booking-links.ts";
import { clientEvents } from "./clients.ts";
import { formEvents } from "./forms.ts";
import { ideaEvents } from "./ideas.ts";
import { leadEvents } from "./leads.ts";
import { messageEvents } from "./messages.ts";
import { paymentEvents } from "./payments.ts";
import { subscriptionEvents } from "./subscriptions.ts";

/** What is published about an event type: when it is sent, its payload's schema and an example of it. */
export interface EventDefinition {
	summary: string;
	data: z.ZodObject;
	example: Record<string, unknown>;
}

export const catalogue: Record<EventType, EventDefinition> = {
	...appointmentEvents,
	...leadEvents,
	...clientEvents,
	...formEvents,
	...ideaEvents,
	...messageEvents,
	...paymentEvents,
	...artistAndShopEvents,
	...subscriptionEvents,
	...bookingLinkEvents,
};

export const exampleOf = (type: EventType): Record<string, unknown> => catalogue[type].example;
