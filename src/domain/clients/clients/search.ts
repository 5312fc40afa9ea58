import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { orderOf } from "../../../platform/db/lists/page-order.ts";
import { joinedPageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { clientWords } from "../../../platform/db/tables/data/client-words.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { type Client, largeColumns, toClient } from "./schema.ts";
import { queryWords, wordPairs } from "./search-words.ts";

/** If a word, a pair of words or the time of change has at most this many clients, the search checks them all. */
const maxCandidates = 200;

/** Otherwise a page walks at most this many clients. It is nearly always full long before. */
const maxWalked = 1000;

const maxPairedWords = 4;

interface SearchFilters {
	emailKey?: string | undefined;
	updatedSince?: number | undefined;
}

/** The clients who have all words of the query, the newest first. */
export async function searchClients(
	ctx: Ctx,
	query: string,
	filters: SearchFilters,
	page: PageRequest,
): Promise<PartialPage<Client>> {
	const search = new ClientSearch(ctx.tenantId, queryWords(query), filters, page);
	let ends: { id: string | null }[] = [];
	const { rows, more } = await joinedPageWithLargeColumns(ctx, clients, {
		large: largeColumns,
		take: page.take,
		read: async (columns) => {
			const rows = ctx.db
				.select(columns)
				.from(clients)
				.where(and(eq(clients.tenantId, ctx.tenantId), search.condition()))
				.orderBy(...orderOf(clients, page))
				.limit(page.take);
			const end = search.needsWalk ? ctx.db.select({ id: search.endOfWalk() }).from(sql`(SELECT 1)`) : [];
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

/**
 * One search. In all parts of the SQL, `w` is a row of client_words and `c` a client. The words are one JSON parameter,
 * because a statement takes at most 100 parameters.
 */
class ClientSearch {
	/** False if one range of one index answers the search. */
	readonly needsWalk: boolean;

	private readonly tenant: SQL;
	private readonly words: string[];
	private readonly filters: SearchFilters;
	private readonly page: PageRequest;
	private readonly tenantId: string;

	constructor(tenantId: string, words: string[], filters: SearchFilters, page: PageRequest) {
		this.tenantId = tenantId;
		this.tenant = sql`unhex(${bytes(tenantId)})`;
		this.words = words;
		this.filters = filters;
		this.page = page;
		this.needsWalk = filters.emailKey === undefined && (words.length > 1 || filters.updatedSince !== undefined);
	}

	condition(): SQL | undefined {
		const { emailKey, updatedSince } = this.filters;
		const { after } = this.page;
		if (emailKey !== undefined)
			return and(
				eq(clients.emailKey, emailKey),
				updatedSince === undefined ? undefined : gte(clients.updatedAt, updatedSince),
				after === undefined ? undefined : lt(clients.id, after),
				this.hasAllWords(sql`unhex(substr(${clients.id}, 5))`),
			);
		const found = this.needsWalk
			? this.fewestCandidates()
			: this.newest(sql`${this.words[0]}`, sql`1`, sql`${this.page.take}`);
		return sql`${clients.id} IN (SELECT 'cli_' || lower(hex(client)) FROM (${found}))`;
	}

	/** The id at which the walk of this page stopped. Null if it reached the end, or if there was no walk. */
	endOfWalk(): SQL<string | null> {
		return sql`(
			WITH ${this.counts()}, walked(client) AS MATERIALIZED (
				SELECT w.client FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = (SELECT word FROM shortest)${this.older(sql`w.client`)}
				ORDER BY w.client DESC LIMIT CASE WHEN ${this.isWalk()} THEN 2 ELSE 0 END OFFSET ${maxWalked - 1}
			)
			SELECT CASE WHEN count(*) = 2 THEN 'cli_' || lower(hex(max(client))) END FROM walked
		)`;
	}

	/**
	 * The word, the pair of words or the time of change with the fewest clients gives the candidates, if they are few.
	 * If all have many, the statement walks the newest clients until the page is full.
	 */
	private fewestCandidates(): SQL {
		const { take } = this.page;
		const { updatedSince } = this.filters;
		const all = sql`${this.hasAllWords(sql`w.client`)}${this.changedSince()}`;
		const walk = sql`SELECT w.client FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = (SELECT word FROM shortest)${this.older(sql`w.client`)}
			ORDER BY w.client DESC LIMIT CASE WHEN ${this.isWalk()} THEN ${maxWalked} ELSE 0 END`;
		const recent =
			updatedSince === undefined
				? sql``
				: sql`UNION ALL SELECT client FROM (
						SELECT unhex(substr(c.id, 5)) AS client FROM (
							SELECT id FROM ${clients} INDEXED BY clients_updated WHERE tenant_id = ${this.tenantId} AND updated_at >= ${updatedSince}
							LIMIT CASE WHEN (SELECT size FROM shortest) > ${maxCandidates} AND (SELECT size FROM recent) <= ${maxCandidates} THEN ${maxCandidates} ELSE 0 END
						) c WHERE ${this.hasAllWords(sql`unhex(substr(c.id, 5))`)}${this.older(sql`unhex(substr(c.id, 5))`)}
						ORDER BY client DESC LIMIT ${take}
					)`;
		return sql`
			WITH ${this.counts()}
			SELECT client FROM (${this.newest(sql`(SELECT word FROM shortest WHERE size <= ${maxCandidates})`, all, sql`${take}`)})
			${recent}
			UNION ALL SELECT client FROM (SELECT w.client FROM (${walk}) w WHERE ${all} LIMIT ${take})`;
	}

	/** The newest clients with this word. */
	private newest(word: SQL, others: SQL, take: SQL): SQL {
		return sql`SELECT w.client FROM ${clientWords} w
			WHERE w.tenant = ${this.tenant} AND w.word = ${word}${this.older(sql`w.client`)} AND ${others}
			ORDER BY w.client DESC LIMIT ${take}`;
	}

	/** The number of clients of each word and each pair of words, counted only until it is known to be large. */
	private counts(): SQL {
		const { updatedSince } = this.filters;
		const keys = JSON.stringify([...wordPairs(this.words.slice(0, maxPairedWords)), ...this.words]);
		const recent =
			updatedSince === undefined
				? sql``
				: sql`, recent(size) AS MATERIALIZED (SELECT count(*) FROM (
						SELECT 1 FROM ${clients} INDEXED BY clients_updated WHERE tenant_id = ${this.tenantId} AND updated_at >= ${updatedSince} LIMIT ${maxCandidates + 1}
					))`;
		return sql`counts(n, word, size) AS MATERIALIZED (
				SELECT k.key, k.value, (SELECT count(*) FROM (
					SELECT 1 FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = k.value LIMIT ${maxCandidates + 1}
				)) FROM json_each(${keys}) k
			), shortest(word, size) AS MATERIALIZED (SELECT word, size FROM counts ORDER BY size, n LIMIT 1)${recent}`;
	}

	private isWalk(): SQL {
		const words = sql`(SELECT size FROM shortest) > ${maxCandidates}`;
		return this.filters.updatedSince === undefined
			? words
			: sql`${words} AND (SELECT size FROM recent) > ${maxCandidates}`;
	}

	private hasAllWords(client: SQL): SQL {
		return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(this.words)}) wanted WHERE NOT EXISTS (
			SELECT 1 FROM ${clientWords} h WHERE h.tenant = ${this.tenant} AND h.word = wanted.value AND h.client = ${client}
		))`;
	}

	private changedSince(): SQL {
		const { updatedSince } = this.filters;
		return updatedSince === undefined
			? sql``
			: sql` AND EXISTS (SELECT 1 FROM ${clients} c WHERE c.tenant_id = ${this.tenantId} AND c.id = 'cli_' || lower(hex(w.client)) AND +c.updated_at >= ${updatedSince})`;
	}

	private older(client: SQL): SQL {
		const { after } = this.page;
		return after === undefined ? sql`` : sql` AND ${client} < unhex(${bytes(after)})`;
	}
}

/** The bytes of an id, as hexadecimal text. */
const bytes = (id: string): string => id.slice(4);
