import * as drizzle from "drizzle-orm";
import { StringChunk } from "drizzle-orm/sql/sql";

/**
 * An expression: texts, with a value between each two of them. It takes the place of Drizzle's own `sql`, which asks of
 * each part of each expression whether it is a table: half of all code that ran for a change. Drizzle takes it as one of
 * its own, because it has its parts when asked.
 */
export class Expression extends drizzle.SQL {
	readonly texts: readonly string[];
	readonly values: readonly unknown[];
	/** The whole text, once an expression without parameters was rendered. */
	text: string | undefined;

	constructor(texts: readonly string[], values: readonly unknown[]) {
		super(noChunks);
		this.texts = texts;
		this.values = values;
	}
}

const noChunks: never[] = [];

Object.defineProperty(Expression.prototype, "queryChunks", {
	get(this: Expression) {
		const { texts, values } = this;
		return texts.flatMap((text, n) =>
			n < values.length ? [new StringChunk(text), values[n]] : [new StringChunk(text)],
		);
	},
	// The constructor of Drizzle's class sets it.
	set() {},
});

const tag = (texts: TemplateStringsArray, ...values: unknown[]): drizzle.SQL => new Expression(texts, values);

const noValues: never[] = [];

const raw = (text: string): drizzle.SQL => new Expression([text], noValues);

function join(parts: unknown[], separator?: unknown): drizzle.SQL {
	if (separator === undefined) return new Expression(repeated("", "", "", parts.length), parts);
	if (separator instanceof Expression && separator.values.length === 0)
		return new Expression(repeated("", separator.texts[0] as string, "", parts.length), parts);
	const values = parts.flatMap((part, n) => (n === 0 ? [part] : [separator, part]));
	return new Expression(repeated("", "", "", values.length), values);
}

/** The texts around so many values. */
const repeated = (first: string, between: string, last: string, count: number): string[] =>
	count === 0
		? [first + last]
		: Array.from({ length: count + 1 }, (_, n) => (n === 0 ? first : n === count ? last : between));

/** Like Drizzle's `sql`. */
export const sql = Object.assign(tag, drizzle.sql, { raw, join }) as unknown as typeof drizzle.sql;

/** A value that is compared with a column is encoded as the column's values are. */
function encoded(value: unknown, column: unknown): unknown {
	if (!(column instanceof drizzle.Column)) return value;
	if (typeof value === "object" && value !== null && typeof (value as drizzle.SQLWrapper).getSQL === "function")
		return value;
	return new drizzle.Param(value, column);
}

const comparison = (operator: string) => {
	const texts = ["", ` ${operator} `, ""];
	return (left: unknown, right: unknown) => new Expression(texts, [left, encoded(right, left)]);
};

export const eq = comparison("=") as unknown as typeof drizzle.eq;
export const ne = comparison("<>") as unknown as typeof drizzle.ne;
export const gt = comparison(">") as unknown as typeof drizzle.gt;
export const gte = comparison(">=") as unknown as typeof drizzle.gte;
export const lt = comparison("<") as unknown as typeof drizzle.lt;
export const lte = comparison("<=") as unknown as typeof drizzle.lte;

const after = (text: string) => {
	const texts = ["", ` ${text}`];
	return (value: unknown) => new Expression(texts, [value]);
};

export const isNull = after("is null") as unknown as typeof drizzle.isNull;
export const isNotNull = after("is not null") as unknown as typeof drizzle.isNotNull;
export const asc = after("asc") as unknown as typeof drizzle.asc;
export const desc = after("desc") as unknown as typeof drizzle.desc;

const combination = (operator: string) => {
	const known: string[][] = [];
	const textsFor = (count: number) => {
		known[count] ??= count === 1 ? ["", ""] : repeated("(", ` ${operator} `, ")", count);
		return known[count];
	};
	return (...given: unknown[]) => {
		const conditions = given.filter((condition) => condition !== undefined);
		return conditions.length === 0 ? undefined : new Expression(textsFor(conditions.length), conditions);
	};
};

export const and = combination("and") as unknown as typeof drizzle.and;
export const or = combination("or") as unknown as typeof drizzle.or;

export const inArray = ((column: unknown, values: unknown) => {
	if (!Array.isArray(values)) return sql`${column} in ${encoded(values, column)}`;
	return values.length === 0 ? sql`false` : sql`${column} in ${values.map((value) => encoded(value, column))}`;
}) as unknown as typeof drizzle.inArray;
