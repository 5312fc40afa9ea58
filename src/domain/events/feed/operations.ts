import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Ctx } from "../../../platform/context.ts";
import { createdBefore } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, createdIn } from "../../../platform/db/lists/time-range.ts";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { id, publicEventType, time } from "../../../platform/http/fields/fields.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { actor } from "../../access/audit-log/operations.ts";
import { type EventRow, envelope } from "../attempts/request/envelope.ts";
import { type EntryFilters, idsByEntries } from "./found-by-entries.ts";
import { isOfType } from "./of-type.ts";

export const event = z
	.object({
		object: z.literal("event"),
		id: id("event"),
		type: publicEventType,
		api_version: z.literal("v1"),
		tenant_id: id("tenant"),
		created_at: time,
		sequence: z.int().meta({ description: "The number of the event within the tenant. The numbers have no gaps." }),
		actor,
		data: z.record(z.string(), z.unknown()).meta({ description: "The payload. Its keys are in camelCase." }),
	})
	.meta({ id: "Event" });

export type Event = z.output<typeof event>;

export const toEvent = (row: EventRow): Event => ({
	object: "event",
	...envelope(row),
	type: row.type as PublicEventType,
});

export async function listEvents(
	ctx: Ctx,
	filters: { type?: PublicEventType | undefined } & CreatedFilters & EntryFilters,
	page: PageRequest,
): Promise<PartialPage<Event>> {
	const { after } = createdBefore(page, "event", filters);
	const isByEntries = filters.about !== undefined || filters.request_id !== undefined;
	const where = and(
		eq(events.tenantId, ctx.tenantId),
		isByEntries ? byEntries(ctx, filters, page.take, after) : filters.type && isOfType(filters.type),
		createdIn(events.id, "event", { created_since: filters.created_since }),
		after === undefined ? undefined : lt(events.id, after),
	);
	const order = [desc(events.id)];
	const { rows, more } = await pageWithLargeColumns(ctx, events, { large: ["data"], where, order, take: page.take });
	return { rows: rows.map(toEvent), more };
}

function byEntries(
	{ tenantId }: Ctx,
	filters: { type?: PublicEventType | undefined } & CreatedFilters & EntryFilters,
	take: number,
	after: string | undefined,
): SQL {
	const of = and(
		filters.type === undefined ? undefined : sql`v.type = ${filters.type}`,
		filters.created_since === undefined ? undefined : sql`v.id >= ${firstIdAt("event", filters.created_since)}`,
		after === undefined ? undefined : sql`v.id < ${after}`,
	);
	// An entry gets its id before its events do.
	const before = after === undefined ? undefined : `aud_${after.slice(4, 16)}g`;
	return sql`${events.id} IN (${idsByEntries(filters, { tenantId, of, before, take, rising: false })})`;
}

export const getEvent = async (ctx: Ctx, id: string): Promise<Event> => toEvent(await findEvent(ctx, id));

export const findEvent = recordFinder(events, "event");
