import { and, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { endpointHours } from "../../../platform/db/tables/data/webhooks.ts";
import { hourOf, keptHours } from "../attempts/hourly-counts.ts";

export type EndpointHours = (typeof endpointHours.$inferSelect)[];

/** Needs no limit: an endpoint has at most one row for each stored hour. */
export async function readHours({ db, tenantId, now }: Ctx, endpointIds: string[]): Promise<EndpointHours> {
	if (endpointIds.length === 0) return [];
	return await db
		.select()
		.from(endpointHours)
		.where(
			and(
				eq(endpointHours.tenantId, tenantId),
				inArray(endpointHours.endpointId, eachOf(endpointIds)),
				gt(endpointHours.hour, hourOf(now) - keptHours),
			),
		);
}
