import { and, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { createdIn } from "../../../platform/db/lists/time-range.ts";
import {
	checkedWalk,
	filtersOnTheWay,
	mostLookedAt,
	type WalkedList,
	type WalkFilters,
} from "../../../platform/db/lists/walked-list.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { leadingWord } from "../search-words.ts";

/**
 * The walk passes the clients who have one of the words, the newest first, and checks the other words and the filters
 * on the way.
 */
export function searchWalk({ tenantId }: Ctx, q: string, page: PageRequest, filters: WalkFilters): WalkedList {
	const { id } = clients;
	const { after } = page;
	const term = `"${tenantId.slice("ten_".length)}${leadingWord(q)}" *`;
	const from = after === undefined ? sql`` : sql` AND rowid <= ('0x' || substr(${after}, 6, 15)) ->> '$'`;
	const places = sql`SELECT rowid AS place FROM client_search WHERE client_search MATCH ${term}${from} ORDER BY rowid DESC`;
	// A place has the clients whose ids begin alike, nearly always one. They come in the order of the primary key.
	const atPosition = sql`CROSS JOIN ${clients} ON ${clients.tenantId} = ${tenantId}
		AND ${id} >= printf('cli_0%015x', place) AND ${id} < printf('cli_0%015xg', place)`;
	const following = after === undefined ? sql`` : sql` WHERE ${id} NOT BETWEEN ${after.slice(0, 20)} AND ${after}`;
	// The first place may be one whose clients are on the page before.
	const walk = checkedWalk(clients, page.take, {
		records: sql`SELECT ${clients}.* FROM (${places} LIMIT ${mostLookedAt} + 1) ${atPosition}${following}`,
		last: sql`SELECT ${clients}.*, printf('cli_0%015xffffffffffffffff', place) FROM (${places} LIMIT 1 OFFSET ${mostLookedAt}) ${atPosition} LIMIT 1`,
		checked:
			and(filtersOnTheWay(clients, page, filters), createdIn(id, "client", filters.created?.range ?? {})) ?? sql`1`,
	});
	return { walk, order: [] };
}
