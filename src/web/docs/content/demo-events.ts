import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import events from "./demo-events.json" with { type: "json" };

/** An event that the demo studio sent. `scripts/demo-events.ts` keeps them. It has none of what other parts publish. */
export const demoEventOf = (type: PublicEventType): unknown =>
	(events as Partial<Record<PublicEventType, unknown>>)[type];
