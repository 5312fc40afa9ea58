import { limits } from "./limits.ts";

/** The text, with spaces in place of texts, names in quotes and comments. */
const withoutQuoted = (sql: string): string =>
	sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) => " ".repeat(part.length));

const maxTexts = 2000;

/** Texts that come again are looked at once. */
export function remembering(look: (sql: string) => boolean): (sql: string) => boolean {
	const seen = new Map<string, boolean>();
	return (sql) => {
		const known = seen.get(sql);
		if (known !== undefined) return known;
		if (seen.size >= maxTexts) seen.clear();
		const found = look(sql);
		seen.set(sql, found);
		return found;
	};
}

/**
 * SQLite prepares the first statement of a text alone. Texts with more of them are migrations, whose comments have
 * apostrophes, and SELECTs have semicolons in their texts.
 */
export const hasSeveralStatements = remembering((sql) =>
	/;\s*\S/.test(/^\s*select\b/i.test(sql) ? withoutQuoted(sql) : sql),
);

/** The text before the last statement of several, and that statement. */
export function splitLast(sql: string): [before: string, last: string] {
	const at =
		withoutQuoted(sql)
			.replace(/[;\s]+$/, "")
			.lastIndexOf(";") + 1;
	return [sql.slice(0, at), sql.slice(at)];
}

/** How many parameters the statement has. */
export function countParameters(sql: string): number {
	const outside = withoutQuoted(sql);
	const numbered = outside.match(/\?\d+/g);
	return numbered ? Math.max(...numbered.map((mark) => Number(mark.slice(1)))) : (outside.match(/\?/g)?.length ?? 0);
}

export function checkLength(sql: string): void {
	if (Buffer.byteLength(sql) > limits.sqlLength) throw new Error("statement too long: SQLITE_TOOBIG");
}

export function checkParameters(expected: number, given: readonly unknown[]): void {
	if (expected !== given.length) throw new Error("Wrong number of parameter bindings for SQL query.");
}
