import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { together } from "../../platform/db/together.ts";
import type { Person } from "./person.ts";

/** A table that no index leads through by the person. */
export interface ScannedTable {
	table: SQL;
	/** The primary key without the tenant. */
	key: readonly string[];
	/** The columns that may name the person. */
	texts: readonly string[];
	/** Finds rows without the clients' ids and the emails, such as those that name a record of the person. */
	condition?: (records: SQL) => SQL;
	/** The condition needs no closer look, so texts without a word of the person are not read. */
	conditionDecides?: true;
	/** Further columns of the rows that are found. */
	also?: readonly string[];
}

export type Key = (string | number)[];

export interface FoundRow {
	key: Key;
	texts: (string | null)[];
	also: (string | number | null)[];
	meetsCondition: boolean;
}

/** One statement reads these rows, whatever their number is. */
const rowsAtOnce = 1000;

/** Of the rows after the key, those that may name the person. The caller looks closer: SQL finds parts of words, too. */
export async function scanChunk(
	ctx: Ctx,
	{ clientIds, emails, records = [] }: Person & { records?: readonly string[] },
	{ table, key, texts, condition, conditionDecides, also = [] }: ScannedTable,
	after: Key | null,
): Promise<{ rows: FoundRow[]; next: Key | null }> {
	const keys = sql.raw(key.join(", "));
	const newestFirst = sql.raw(key.map((column) => `${column} DESC`).join(", "));
	const later = after
		? sql`AND (${keys}) < (${sql.join(
				after.map((value) => sql`${value}`),
				sql`, `,
			)})`
		: sql``;
	const chunk = (columns: SQL) =>
		sql`(SELECT ${columns} FROM ${table} WHERE tenant_id = ${ctx.tenantId} ${later} ORDER BY ${newestFirst} LIMIT ${rowsAtOnce})`;
	const words = eachOf([...clientIds, ...emails]);
	const hasWord = sql`EXISTS (SELECT 1 FROM ${words} w WHERE ${sql.join(
		texts.map((text) => sql.raw(`instr(lower(${text}), w.value) > 0`)),
		sql` OR `,
	)})`;
	const isFound = condition?.(eachOf(records)) ?? sql`0`;
	const listed = (columns: readonly string[]) => sql.raw(`json_array(${columns.join(", ")})`);
	const [found, [last]] = await together(
		ctx,
		({ db }) =>
			db
				.select({
					key: sql<string>`${listed(key)}`.as("key_of_row"),
					texts: sql<string>`iif(${conditionDecides ? hasWord : sql`1`}, ${listed(texts)}, '[]')`.as("texts"),
					also: sql<string>`${listed(also)}`.as("also"),
					meetsCondition: sql<number>`${isFound}`.as("meets_condition"),
				})
				.from(chunk(sql`*`))
				.where(sql`${hasWord} OR ${isFound}`),
		({ db }) =>
			db
				.select({ key: sql<string>`${listed(key)}`.as("last_key") })
				.from(chunk(keys))
				.limit(1)
				.offset(rowsAtOnce - 1),
	);
	return {
		rows: found.map((row) => ({
			key: JSON.parse(row.key),
			texts: JSON.parse(row.texts),
			also: JSON.parse(row.also),
			meetsCondition: row.meetsCondition === 1,
		})),
		next: last ? JSON.parse(last.key) : null,
	};
}
