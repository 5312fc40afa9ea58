import type { SQL } from "drizzle-orm";
import { sql } from "../../../platform/db/statements/expression.ts";

/** The filters whose values have terms in the search index of clients (migrations/data, client_filters). */
export interface TermFilters {
	tag?: string | undefined;
	source?: string | undefined;
	assigned_artist_id?: string | undefined;
	is_blocked?: boolean | undefined;
}

/** A term of the search index, without the tenant, and whether a client has it. */
export interface Term {
	term: string;
	isOf(client: SQL): SQL;
}

const hex = (text: string): string => Buffer.from(text).toString("hex");

export function termsOfFilters({ tag, source, assigned_artist_id: artist, is_blocked: blocked }: TermFilters): Term[] {
	return [
		...(tag === undefined
			? []
			: [
					{
						term: `·t${hex(tag)}`,
						isOf: (c: SQL) => sql`EXISTS (SELECT 1 FROM json_each(${c}.tags) WHERE value = ${tag})`,
					},
				]),
		...(artist === undefined
			? []
			: [{ term: `·a${hex(artist)}`, isOf: (c: SQL) => sql`+${c}.assigned_artist_id = ${artist}` }]),
		...(source === undefined ? [] : [{ term: `·s${hex(source)}`, isOf: (c: SQL) => sql`+${c}.source = ${source}` }]),
		...(blocked === undefined
			? []
			: [{ term: `·b${Number(blocked)}`, isOf: (c: SQL) => sql`+${c}.is_blocked = ${Number(blocked)}` }]),
	];
}

/** The term of a tenant, as a query of the index. */
export const queryOf = (tenantId: string, term: string): string => `"${tenantId.slice("ten_".length)}${term}"`;
