import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import events from "./demo-events.json" with { type: "json" };

/** An event that the demo studio sent (`scripts/demo-events.ts` writes the file); undefined if it sent none. */
export const demoEventOf = (type: PublicEventType): unknown =>
	(events as Partial<Record<PublicEventType, unknown>>)[type];
