import type { PublicEventType } from "../db/tables/data/events.ts";

/** An event as an operation describes it. The transaction gives it its number in the tenant's sequence. */
export interface EventDraft {
	/** Set by the operation if it must know the id before the commit. */
	id?: string;
	type: PublicEventType;
	/** The payload, in camelCase. */
	data: Record<string, unknown>;
}
