import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { type EventFilter, filterKeys, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { type IdKind, idPattern } from "../../../platform/lib/ids.ts";
import { type FieldError, fieldProblems } from "../../../platform/problems/problem.ts";

const maxIds = 100;

const idsOf = (kind: IdKind) =>
	z
		.array(z.string().regex(idPattern(kind), `must be the id of ${kind === "artist" ? "an" : "a"} ${kind}`))
		.min(1)
		.max(maxIds)
		.transform((ids) => [...new Set(ids)])
		.optional();

const names = Object.keys(filterKeys) as (keyof EventFilter)[];

export const filter = z
	.object({ artist_id: idsOf("artist"), shop_id: idsOf("shop"), client_id: idsOf("client") })
	.refine((given) => names.some((name) => given[name] !== undefined), `must have one of ${names.join(", ")}`)
	.nullable()
	.meta({
		description:
			"Only events whose `data` has one of these ids as its `artistId`, `shopId` or `clientId`, and one of each list that is given. An event without such a property is left out. Null: all events.",
	});

const listOut = z.array(z.string()).optional();
export const filterOut = z
	.object({ artist_id: listOut, shop_id: listOut, client_id: listOut })
	.nullable()
	.meta({ description: "The lists that were given. Null: all events." });

const tables = { artist_id: artists, shop_id: shops, client_id: clients };

interface UnknownId {
	name: keyof EventFilter;
	id: string;
	error: FieldError;
}

export async function unknownIds(ctx: Ctx, given: EventFilter | null | undefined): Promise<UnknownId[]> {
	const lists = await together(ctx, ...names.map((name) => (ctx: Ctx) => unknownIn(ctx, name, given?.[name] ?? [])));
	return lists.flat();
}

async function unknownIn({ db, tenantId }: Ctx, name: keyof EventFilter, ids: string[]): Promise<UnknownId[]> {
	if (ids.length === 0) return [];
	const table = tables[name];
	// A statement takes fewer parameters than a list may have ids.
	const named = sql`${table.id} IN ${eachOf(ids)}`;
	const found = await db
		.select({ id: table.id })
		.from(table)
		.where(and(eq(table.tenantId, tenantId), named));
	const known = new Set(found.map(({ id }) => id));
	return ids.flatMap((id, n) => (known.has(id) ? [] : [{ name, id, error: unknownIdError(name, n) }]));
}

const unknownIdError = (name: keyof EventFilter, n: number): FieldError => ({
	location: "body",
	path: `filter.${name}.${n}`,
	message: `names no ${name.replace("_id", "")}`,
});

/** A filter keeps unknown ids that it had before: their records may have been deleted since. */
export function checkFilter(unknown: UnknownId[], before: EventFilter | null = null): void {
	const errors = unknown.filter(({ name, id }) => !before?.[name]?.includes(id)).map(({ error }) => error);
	if (errors.length > 0) throw fieldProblems(errors);
}

/** After a client is merged into another, filters that named the first name the other (contract: Webhooks 17). */
export const renameInFilters = ({ tenantId, now }: Ctx, sourceId: string, targetId: string): Write =>
	sql`UPDATE ${webhookEndpoints} SET "filter" = json_set("filter", '$.client_id', json((
			SELECT json_group_array(id) FROM (
				SELECT DISTINCT iif(value = ${sourceId}, ${targetId}, value) AS id FROM json_each("filter", '$.client_id')
			)
		))), updated_at = ${laterThanBefore(now)}, revision = revision + 1
		WHERE tenant_id = ${tenantId} AND EXISTS (SELECT 1 FROM json_each("filter", '$.client_id') WHERE value = ${sourceId})`;
