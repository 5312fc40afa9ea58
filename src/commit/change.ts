import type { EventType } from "../db/tables/tenant/events.ts";

/** An event as an operation describes it; `commit` gives it its place. */
export interface EventDraft {
	/** Where the operation must know it beforehand. */
	id?: string;
	type: EventType;
	/** camelCase payload. */
	data: Record<string, unknown>;
}
