import type { Write } from "../../../platform/commit/write.ts";
import type { endpointWork } from "../../../platform/db/tables/data/endpoint-work.ts";

export type EndpointWork = typeof endpointWork.$inferSelect;

/** One bounded part of some work. */
export interface Step {
	writes: Write[];
	/** Where the next step goes on. Null: the work is done. */
	next: Partial<Pick<EndpointWork, "position" | "positionId">> | null;
}

/** How many deliveries or events one step looks at. Other requests wait while it runs. */
export const perStep = 500;
