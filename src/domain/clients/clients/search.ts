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
	let ends: { id: string | null }[] = [];
	const { rows, more } = await joinedPageWithLargeColumns(ctx, clients, {
		large: largeColumns,
		take: page.take,
		read: async (columns) => {
			const rows = ctx.db
				.select(columns)
				.from(sql`(${search.beginnings()}) s`)
				.crossJoin(clients)
				.where(search.isFound())
				.orderBy(...orderOf(clients, page))
				.limit(page.take);
			const end = search.mayEndEarly ? ctx.db.select({ id: search.endOfWalk() }).from(sql`(SELECT 1)`) : [];
			const [found, walked] = await Promise.all([rows, end]);
			ends = walked;
			return found;
		},
	});
	const end = more || rows.length === page.take ? null : ends[0]?.id;
	return typeof end === "string"
		? { rows: rows.map(toClient), more: true, nextAfter: end }
		: { rows: rows.map(toClient), more };
}
