import type { SQL } from "drizzle-orm";
import { sql } from "../../../platform/db/statements/expression.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { queryOf, type Term } from "./filter-terms.ts";

/** More clients than a list in the order of changes collects and sorts. */
const maxWithTerms = 1000;

/** The rowids of the clients with all of the terms, and whether these are too many to collect them all. */
export function clientsWithTerms(tenantId: string, terms: readonly Term[]): { rowids: SQL; areMany: SQL } {
	const query = terms.map(({ term }) => queryOf(tenantId, term)).join(" AND ");
	const found = sql`SELECT rowid AS place FROM client_search WHERE client_search MATCH ${query} ORDER BY rowid DESC LIMIT ${maxWithTerms + 1}`;
	return {
		rowids: sql`SELECT c.rowid FROM (${found}) f CROSS JOIN ${clients} c
			ON c.tenant_id = ${tenantId} AND c.id >= printf('cli_0%015x', f.place) AND c.id < printf('cli_0%015xg', f.place)`,
		areMany: sql`(SELECT count(*) FROM (${found})) > ${maxWithTerms}`,
	};
}
