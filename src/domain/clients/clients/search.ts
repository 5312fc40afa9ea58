import type { Ctx } from "../../../platform/context.ts";
import { orderOf } from "../../../platform/db/lists/page-order.ts";
import { joinedPageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { type Client, largeColumns, toClient } from "./schema.ts";
import { ClientSearch, type SearchFilters } from "./search-statement.ts";
import { queryWords } from "./search-words.ts";

/** The clients who have all words of the query, if there is one, and pass the filters, the newest first. */
export async function searchClients(
	ctx: Ctx,
	query: string | undefined,
	filters: SearchFilters,
	page: PageRequest,
): Promise<PartialPage<Client>> {
	const search = new ClientSearch(ctx.tenantId, query === undefined ? [] : queryWords(query), filters, page);
	const found = await joinedPageWithLargeColumns(ctx, clients, {
		large: largeColumns,
		take: page.take,
		end: search.mayEndEarly ? search.endOfWalk() : undefined,
		read: (db, columns) =>
			db
				.select(columns)
				.from(sql`(${search.beginnings()}) s`)
				.crossJoin(clients)
				.where(search.isFound())
				.orderBy(...orderOf(clients, page))
				.limit(page.take),
	});
	return { ...found, rows: found.rows.map(toClient) };
}
