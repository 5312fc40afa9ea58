import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { orderOf } from "../../../platform/db/lists/page-order.ts";
import { clientWords } from "../../../platform/db/tables/data/client-words.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { type Client, toClient } from "./schema.ts";
import { queryWords, wordPairs } from "./search-words.ts";

/** Up to this many clients that a word, two words or a change leads to are collected and checked. */
const maxCandidates = 200;

/** Where each of them leads to more, a page looks at this many clients. Nearly always it is full long before. */
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
	narrowing: SearchFilters,
	page: PageRequest,
): Promise<PartialPage<Client>> {
	const asked = new ClientSearch(ctx.tenantId, queryWords(query), narrowing, page);
	const [rows, ends] = await Promise.all([
		ctx.db
			.select()
			.from(clients)
			.where(and(eq(clients.tenantId, ctx.tenantId), asked.condition()))
			.orderBy(...orderOf(clients, page))
			.limit(page.take),
		asked.needsWalk ? ctx.db.select({ id: asked.endOfWalk() }).from(sql`(SELECT 1)`) : [],
	]);
	const end = rows.length < page.take ? ends[0]?.id : undefined;
	return {
		rows: rows.map(toClient),
		more: typeof end === "string",
		...(typeof end === "string" ? { nextAfter: end } : {}),
	};
}

/** One search. Its parts name `w.client` and `c` alike, and words travel as JSON, because a statement has 100 parameters. */
class ClientSearch {
	/** Whether one range of one index does not answer the search. */
	readonly needsWalk: boolean;

	private readonly tenant: SQL;
	private readonly words: string[];
	private readonly narrowing: SearchFilters;
	private readonly page: PageRequest;
	private readonly tenantId: string;

	constructor(tenantId: string, words: string[], narrowing: SearchFilters, page: PageRequest) {
		this.tenantId = tenantId;
		this.tenant = sql`unhex(${bytes(tenantId)})`;
		this.words = words;
		this.narrowing = narrowing;
		this.page = page;
		this.needsWalk = narrowing.emailKey === undefined && (words.length > 1 || narrowing.updatedSince !== undefined);
	}

	condition(): SQL | undefined {
		const { emailKey, updatedSince } = this.narrowing;
		const { after } = this.page;
		if (emailKey !== undefined)
			return and(
				eq(clients.emailKey, emailKey),
				updatedSince === undefined ? undefined : gte(clients.updatedAt, updatedSince),
				after === undefined ? undefined : lt(clients.id, after),
				this.hasAll(sql`unhex(substr(${clients.id}, 5))`),
			);
		const found = this.needsWalk ? this.several() : this.newest(sql`${this.words[0]}`, sql`1`, sql`${this.page.take}`);
		return sql`${clients.id} IN (SELECT 'cli_' || lower(hex(client)) FROM (${found}))`;
	}

	/** Where the walk of this page ended, if there are others beyond. Null: it went to the end, or there was none. */
	endOfWalk(): SQL<string | null> {
		return sql`(
			WITH ${this.lists()}, walked(client) AS MATERIALIZED (
				SELECT w.client FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = (SELECT word FROM shortest)${this.older(sql`w.client`)}
				ORDER BY w.client DESC LIMIT CASE WHEN ${this.isWalk()} THEN 2 ELSE 0 END OFFSET ${maxWalked - 1}
			)
			SELECT CASE WHEN count(*) = 2 THEN 'cli_' || lower(hex(max(client))) END FROM walked
		)`;
	}

	/**
	 * The word, the pair of words or the change that leads to the fewest clients gives the candidates, if these are few.
	 * Where each leads to many, the newest candidates are walked until the page is full.
	 */
	private several(): SQL {
		const { take } = this.page;
		const { updatedSince } = this.narrowing;
		const all = sql`${this.hasAll(sql`w.client`)}${this.changed()}`;
		const walk = sql`SELECT w.client FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = (SELECT word FROM shortest)${this.older(sql`w.client`)}
			ORDER BY w.client DESC LIMIT CASE WHEN ${this.isWalk()} THEN ${maxWalked} ELSE 0 END`;
		const recent =
			updatedSince === undefined
				? sql``
				: sql`UNION ALL SELECT client FROM (
						SELECT unhex(substr(c.id, 5)) AS client FROM (
							SELECT id FROM ${clients} INDEXED BY clients_updated WHERE tenant_id = ${this.tenantId} AND updated_at >= ${updatedSince}
							LIMIT CASE WHEN (SELECT size FROM shortest) > ${maxCandidates} AND (SELECT size FROM recent) <= ${maxCandidates} THEN ${maxCandidates} ELSE 0 END
						) c WHERE ${this.hasAll(sql`unhex(substr(c.id, 5))`)}${this.older(sql`unhex(substr(c.id, 5))`)}
						ORDER BY client DESC LIMIT ${take}
					)`;
		return sql`
			WITH ${this.lists()}
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

	/** How many clients each word and each pair of words leads to, counted as far as it matters. */
	private lists(): SQL {
		const { updatedSince } = this.narrowing;
		const keys = JSON.stringify([...wordPairs(this.words.slice(0, maxPairedWords)), ...this.words]);
		const recent =
			updatedSince === undefined
				? sql``
				: sql`, recent(size) AS MATERIALIZED (SELECT count(*) FROM (
						SELECT 1 FROM ${clients} INDEXED BY clients_updated WHERE tenant_id = ${this.tenantId} AND updated_at >= ${updatedSince} LIMIT ${maxCandidates + 1}
					))`;
		return sql`lists(n, word, size) AS MATERIALIZED (
				SELECT k.key, k.value, (SELECT count(*) FROM (
					SELECT 1 FROM ${clientWords} w WHERE w.tenant = ${this.tenant} AND w.word = k.value LIMIT ${maxCandidates + 1}
				)) FROM json_each(${keys}) k
			), shortest(word, size) AS MATERIALIZED (SELECT word, size FROM lists ORDER BY size, n LIMIT 1)${recent}`;
	}

	private isWalk(): SQL {
		const words = sql`(SELECT size FROM shortest) > ${maxCandidates}`;
		return this.narrowing.updatedSince === undefined
			? words
			: sql`${words} AND (SELECT size FROM recent) > ${maxCandidates}`;
	}

	private hasAll(client: SQL): SQL {
		return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(this.words)}) asked WHERE NOT EXISTS (
			SELECT 1 FROM ${clientWords} h WHERE h.tenant = ${this.tenant} AND h.word = asked.value AND h.client = ${client}
		))`;
	}

	private changed(): SQL {
		const { updatedSince } = this.narrowing;
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
