import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { appointmentEvents } from "./appointments.ts";
import { artistAndShopEvents } from "./artists-and-shops.ts";
import { bookingLinkEvents } from "./booking-links.ts";
import { clientEvents } from "./clients.ts";
import type { EventDefinition } from "./definition.ts";
import { formEvents } from "./forms.ts";
import { ideaEvents } from "./ideas.ts";
import { leadEvents } from "./leads.ts";
import { messageEvents } from "./messages.ts";
import { paymentEvents } from "./payments.ts";
import { subscriptionEvents } from "./subscriptions.ts";

export const catalogue: Record<PublicEventType, EventDefinition> = {
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

export const exampleOf = (type: PublicEventType): Record<string, unknown> => catalogue[type].example;
