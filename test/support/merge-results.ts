type Value = number | string;

const sum = (values: Value[]) => values.reduce<number>((total, value) => total + Number(value), 0);
const sorted = (values: Value[]) => values.toSorted((a, b) => (a < b ? -1 : 1));

const aggregates: Record<string, (values: Value[]) => Value | undefined> = {
	count: sum,
	sum,
	min: (values) => sorted(values).at(0),
	max: (values) => sorted(values).at(-1),
};

/** A single count, sum, min or max is computed over all databases. */
export function mergeResults<T>(sql: string, answers: D1Result<T>[]): D1Result<T> {
	const [first, ...others] = answers;
	if (!first) throw new Error("No database has answered.");
	if (others.length === 0) return first;
	const results = answers.flatMap((answer) => answer.results);
	const total = (name: "changes" | "rows_read" | "rows_written") =>
		answers.reduce((sum, { meta }) => sum + meta[name], 0);
	return {
		...first,
		results: aggregate(sql, results) ?? results,
		meta: {
			...first.meta,
			changes: total("changes"),
			rows_read: total("rows_read"),
			rows_written: total("rows_written"),
		},
	};
}

function aggregate<T>(sql: string, rows: T[]): T[] | undefined {
	const [, name = ""] = /^\s*select\s+(count|sum|min|max)\s*\(/i.exec(sql) ?? [];
	const how = aggregates[name.toLowerCase()];
	const [column, ...others] = Object.keys(rows[0] ?? {});
	if (!how || column === undefined || others.length > 0 || /\bgroup\s+by\b/i.test(sql)) return undefined;
	const values = (rows as Record<string, Value | null>[]).flatMap((row) => row[column] ?? []);
	return [{ [column]: values.length === 0 ? null : how(values) } as T];
}
