import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { trimToBytes } from "../../../platform/db/lists/byte-page.ts";
import type { PageRequest } from "../../../platform/db/lists/page-order.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import type { PartialPage } from "../../../platform/http/endpoint/page.ts";
import { readDeliveries } from "./read.ts";
import type { Delivery } from "./schema.ts";

/** The deliveries along which a list goes. */
export interface Walk {
	/** Selects `endpoint_id` and `id` of the first ones, in the order of the list. */
	first(count: SQL): SQL;
	/** The cursor's position at the last of so many, as SQL; null if there are fewer and no others follow. */
	endAfter(count: SQL): SQL;
	/** It ends before the last delivery. */
	isCutOff?: boolean;
}

/** A page with filters looks at this many records (contract: Lists 6). */
const mostLookedAt = sql.raw("500");

export async function listAlong(
	ctx: Ctx,
	{ first, endAfter, isCutOff = false }: Walk,
	checked: SQL | undefined,
	page: PageRequest,
): Promise<PartialPage<Delivery>> {
	const take = sql.raw(String(page.take));
	const keys = checked
		? sql`SELECT w.endpoint_id, w.id FROM (${first(mostLookedAt)}) w CROSS JOIN ${deliveries}
				ON ${deliveries.tenantId} = ${ctx.tenantId} AND ${deliveries.endpointId} = w.endpoint_id AND ${deliveries.id} = w.id
				WHERE ${checked} LIMIT ${take}`
		: first(take);
	const [found, [end]] = await together(
		ctx,
		(ctx) => readDeliveries(ctx, keys, page),
		({ db }) =>
			checked || isCutOff
				? db.select({ at: sql<string | null>`${endAfter(checked ? mostLookedAt : take)}` }).from(sql`(SELECT 1)`)
				: [],
	);
	const { rows, more } = trimToBytes(found);
	const isFull = more || rows.length === page.take;
	return isFull || typeof end?.at !== "string" ? { rows, more } : { rows, more: true, nextAfter: end.at };
}
