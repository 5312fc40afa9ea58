import type { Write } from "../../../platform/commit/write.ts";
import type { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";

export type EndpointWork = typeof endpointWork.$inferSelect;

/** One bounded part of some work. */
export interface Step {
	writes: Write[];
	/** The position after which the next step continues. Null: the work is done. */
	next: Partial<Pick<EndpointWork, "position" | "positionId">> | null;
}

/** One step examines this many deliveries or events. Other requests wait while it runs. */
export const perStep = 500;
