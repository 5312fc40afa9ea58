import type { SQL } from "drizzle-orm";
import { inTimeRange, isBounded, type TimeRange } from "../../../platform/db/lists/time-range.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { queryOf, type Term, type TermFilters, termsOfFilters } from "./filter-terms.ts";
import { wordPairs } from "./search-words.ts";

/** If a word, a pair of words or the time of change has at most this many clients, the search checks them all. */
const maxCandidates = 200;

/**
 * A list by filters alone has full pages, so it checks as many changed clients as other lists sort. If more have changed,
 * it may look at all clients with its filters before the page is full.
 */
const maxChangedInList = 1000;

/** Otherwise a page of a search walks at most this many clients. It is nearly always full long before. */
const maxWalked = 1000;

const maxPairedWords = 4;

export interface SearchFilters extends TermFilters {
	emailKey?: string | undefined;
	updated?: TimeRange | undefined;
}

/**
 * One search. A rowid of the index (`client_search`) tells the beginning of an id: `cli_` and 16 digits. Nearly always
 * one client's id begins so. In all parts of the SQL, `s` is such a beginning.
 */
export class ClientSearch {
	/** Whether a page may end before it is full. A list by filters alone has full pages: the index joins its terms. */
	readonly mayEndEarly: boolean;

	/** All terms that the clients must have. */
	private readonly terms: Term[];
	/** Queries of the index. Each finds all clients that are searched, and others. That of a list finds no others. */
	private readonly queries: string[];
	private readonly isSearch: boolean;
	private readonly isTimed: boolean;
	/** If more clients have changed in the wanted time, these are no candidates. */
	private readonly maxChanged: number;
	private readonly filters: SearchFilters;
	private readonly page: PageRequest;
	private readonly tenantId: string;

	constructor(tenantId: string, words: string[], filters: SearchFilters, page: PageRequest) {
		this.tenantId = tenantId;
		this.terms = [...words.map(wordTerm), ...termsOfFilters(filters)];
		this.filters = filters;
		this.page = page;
		this.isSearch = words.length > 0;
		this.isTimed = isBounded(filters.updated ?? {});
		this.maxChanged = this.isSearch ? maxCandidates : maxChangedInList;
		const queries = this.terms.map(({ term }) => queryOf(tenantId, term));
		const pairs = wordPairs(words.slice(0, maxPairedWords)).map((pair) => queryOf(tenantId, pair));
		this.queries = this.isSearch ? [...pairs, ...queries] : [queries.join(" AND ")];
		this.mayEndEarly = this.isSearch && filters.emailKey === undefined && (queries.length > 1 || this.isTimed);
	}

	/** The beginnings of the ids of the candidates. */
	beginnings(): SQL {
		const { emailKey } = this.filters;
		if (emailKey !== undefined)
			return sql`SELECT substr(id, 1, 20) AS beginning FROM ${clients} WHERE tenant_id = ${this.tenantId} AND email_key = ${emailKey}`;
		const { take } = this.page;
		// The first may be that of the last client of the page before.
		if (!this.isTimed && this.terms.length === 1) return this.newest(sql`${this.queries[0]}`, sql`${take + 1}`);
		if (!this.isTimed && !this.isSearch) return this.passing(this.newest(sql`${this.queries[0]}`, sql`-1`));
		return sql`WITH ${this.counts()} ${this.amongFewest()} ${this.amongRecent()}`;
	}

	/** Whether a client has one of these beginnings, all words, and passes the filters. */
	isFound = (): SQL => this.matches(sql`${clients}`);

	/** The id before which the next page goes on. Null if the walk of this page reached the end. */
	endOfWalk(): SQL<string | null> {
		return sql`(
			WITH ${this.counts()},
			walked(beginning) AS MATERIALIZED (${this.newest(shortestTerm, sql`CASE WHEN ${this.checksRecent()} THEN 0 ELSE 2 END OFFSET ${maxWalked - 1}`)})
			SELECT CASE WHEN count(*) = 2 THEN max(beginning) || '0000000000000000' END FROM walked
		)`;
	}

	/**
	 * The word, the pair of words or the time of change with the fewest clients gives the candidates, if they are few.
	 * If all have many, the statement walks the newest clients until the page is full.
	 */
	private amongFewest(): SQL {
		const longest = this.isSearch ? maxWalked : -1;
		return this.passing(this.newest(shortestTerm, sql`CASE WHEN ${this.checksRecent()} THEN 0 ELSE ${longest} END`));
	}

	/** Those of the walked beginnings with which the id of a client begins who is found, until the page is full. */
	private passing(walk: SQL): SQL {
		return sql`SELECT beginning FROM (
				SELECT s.beginning FROM (${walk}) s
				WHERE EXISTS (SELECT 1 FROM ${clients} c WHERE ${this.matches(sql`c`)}) LIMIT ${this.page.take}
			)`;
	}

	/** Those of the clients of the page, if the changed ones are the candidates. */
	private amongRecent(): SQL {
		if (!this.isTimed) return sql``;
		return sql`UNION SELECT substr(id, 1, 20) FROM (
				SELECT c.id FROM ${clients} c INDEXED BY clients_updated WHERE ${this.isChanged()} AND ${this.passes(sql`c`)}
				ORDER BY c.id DESC LIMIT CASE WHEN ${this.checksRecent()} THEN ${this.page.take} ELSE 0 END
			)`;
	}

	/** The beginnings with this term, the newest first, from that of the last client of the page before on. */
	private newest(term: SQL, take: SQL): SQL {
		const { after } = this.page;
		const older = after === undefined ? sql`` : sql` AND rowid <= CAST(${rowidOf(after)} AS INTEGER)`;
		return sql`SELECT printf('cli_0%015x', rowid) AS beginning FROM client_search
			WHERE client_search MATCH ${term}${older} ORDER BY rowid DESC LIMIT ${take}`;
	}

	/** The number of clients of each word and each pair of words, counted only until it is known to be large. */
	private counts(): SQL {
		const recent = !this.isTimed
			? sql``
			: sql`, recent(size) AS MATERIALIZED (SELECT count(*) FROM (
						SELECT 1 FROM ${clients} INDEXED BY clients_updated WHERE tenant_id = ${this.tenantId} AND ${this.isChanged()} LIMIT ${this.maxChanged + 1}
					))`;
		return sql`counts(n, term, size) AS MATERIALIZED (
				SELECT k.key, k.value, (SELECT count(*) FROM (
					SELECT 1 FROM client_search WHERE client_search MATCH k.value LIMIT ${maxCandidates + 1}
				)) FROM json_each(${JSON.stringify(this.queries)}) k
			), shortest(term, size) AS MATERIALIZED (SELECT term, size FROM counts ORDER BY size, n LIMIT 1)${recent}`;
	}

	/** Whether the clients that changed recently are the candidates, because they are few and those of each word many. */
	private checksRecent(): SQL {
		if (!this.isTimed) return sql`0`;
		return sql`(SELECT size FROM shortest) > ${maxCandidates} AND (SELECT size FROM recent) <= ${this.maxChanged}`;
	}

	/** Whether a client's id begins with `s`, and it is found. */
	private matches = (client: SQL): SQL =>
		sql`${client}.id >= s.beginning AND ${client}.id < s.beginning || 'g' AND ${this.passes(client)}`;

	/** Whether a client has all words, passes the filters, and is not on an earlier page. */
	private passes(client: SQL): SQL {
		const { emailKey, updated } = this.filters;
		const { after } = this.page;
		return sql.join(
			[
				sql`${client}.tenant_id = ${this.tenantId}`,
				...this.terms.map(({ isOf }) => isOf(client)),
				...(emailKey === undefined ? [] : [sql`+${client}.email_key = ${emailKey}`]),
				...[inTimeRange(sql`+${client}.updated_at`, updated ?? {}) ?? []].flat(),
				...(after === undefined ? [] : [sql`+${client}.id < ${after}`]),
			],
			sql` AND `,
		);
	}

	private isChanged = (): SQL => inTimeRange(sql`updated_at`, this.filters.updated ?? {}) ?? sql`1`;
}

/** In the JSON, a quotation mark is before each word. */
const wordTerm = (word: string): Term => ({
	term: word,
	isOf: (client) => sql`instr(${client}.search_words, ${`"${word}`}) > 0`,
});

const shortestTerm = sql`(SELECT term FROM shortest)`;

/** The rowid of a client, as text, because it is larger than a number of JavaScript holds exactly. */
const rowidOf = (id: string): string => BigInt(`0x${id.slice(5, 20)}`).toString();
