import { type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { ifUnchanged, type RevisedTable } from "../db/record.ts";
import { bytesOfRow } from "../db/row-bytes.ts";
import { type Buildable, builder, render } from "../db/statements/builder.ts";
import { insertRow } from "../db/statements/insert-row.ts";
import type { Statement } from "../db/statements/statement.ts";

export { insertRow };
export const insert = builder.insert.bind(builder);
export const update = builder.update.bind(builder);
export const remove = builder.delete.bind(builder);

/** A write with a condition, or a condition alone. If it is false after the write, the whole transaction is undone. */
interface ConditionalWrite {
	write?: Write;
	condition: SQL;
	reason: RefusalReason;
	/** About how many bytes the write removes, if known. Negative: it adds bytes that are in none of its values. */
	freedBytes?: number;
}

/** A trigger of the migrations raises each reason. */
type RefusalReason = "stale_write" | "plan_limit" | "studio_closed" | "precondition" | "other_result";

export type Write = Buildable | ConditionalWrite;

/** A write that must change exactly `rows` rows. Otherwise another request changed them first. */
export const mustChangeRows = (write: Buildable, rows = 1): ConditionalWrite => ({
	write,
	condition: sql`changes() = ${rows}`,
	reason: "stale_write",
});

/** Changes a record only if nobody has changed it since the operation read it (contract: Wire 26). */
export const updateIfUnchanged = <Table extends RevisedTable>(
	table: Table,
	row: { id: string; revision: number; tenantId?: string },
	set: SQLiteUpdateSetSource<Table>,
): Write => mustChangeRows(update(table).set(set).where(ifUnchanged(table, row)));

export const updateToNext = <Row extends { id: string; revision: number; tenantId?: string }>(
	table: RevisedTable,
	row: Row,
	next: Row,
): Write => updateIfUnchanged(table, row, changedColumns(row, next));

/** SQLite writes a row for each index of a column that a statement names, even if the column keeps its value. */
export const changedColumns = <Row extends object>(row: Row, next: Row): Partial<Row> =>
	Object.fromEntries(
		Object.entries(next).filter(([name, value]) => !isSame(row[name as keyof Row], value)),
	) as Partial<Row>;

/** A column can have a list or an object, as JSON. */
const isSame = (one: unknown, other: unknown): boolean =>
	one === other ||
	(typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));

export const removeIfUnchanged = (
	table: RevisedTable,
	row: { id: string; revision: number; tenantId?: string },
): Write => ({
	...mustChangeRows(remove(table).where(ifUnchanged(table, row))),
	freedBytes: bytesOfRow(table, row),
});

const build = (write: Buildable): Statement => {
	const { sql, params } = "toSQL" in write ? write.toSQL() : render(write);
	return { sql, params };
};

export const freedBytesOf = (write: Write): number => ("condition" in write ? (write.freedBytes ?? 0) : 0);

export function toStatements(write: Write): Statement[] {
	if (!("condition" in write)) return [build(write)];
	const guard = sql`INSERT INTO commit_guard (reason, holds) SELECT ${write.reason}, coalesce(${write.condition}, 0)`;
	return [...(write.write ? toStatements(write.write) : []), build(guard)];
}
