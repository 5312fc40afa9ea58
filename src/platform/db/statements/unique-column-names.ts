export interface NamedSelect {
	sql: string;
	columns: number;
}

/**
 * Gives every column of a SELECT a different name. D1 returns each row of a batch as an object. Two columns with the
 * same name, such as `clients.id` and `artists.id` of a join, would become one property of it.
 */
export function withUniqueColumnNames(sql: string): NamedSelect {
	const start = /^\s*select\s+(?:distinct\s+)?/i.exec(sql)?.[0].length;
	if (start === undefined) throw new Error("no SELECT");
	const { items, end } = selectList(sql, start);
	const named = items.map((item, n) => (isPlain(item) ? item : `${item} as "c${n}"`));
	return { sql: sql.slice(0, start) + named.join(", ") + sql.slice(end), columns: items.length };
}

/** A column without its table, or an expression that already has a name. */
const isPlain = (item: string): boolean => /^"[^"]+"$/.test(item) || /\sas\s+"[^"]+"$/i.test(item);

/** The items between SELECT and FROM. Commas inside parentheses and quotes do not separate items. */
function selectList(sql: string, start: number): { items: string[]; end: number } {
	const items: string[] = [];
	let depth = 0;
	let from = start;
	for (let at = start; at < sql.length; at++) {
		const character = sql[at];
		if (character === '"' || character === "'") at = endOfQuote(sql, at);
		else if (character === "(") depth++;
		else if (character === ")") depth--;
		else if (depth === 0 && character === ",") {
			items.push(sql.slice(from, at).trim());
			from = at + 1;
		} else if (depth === 0 && /^\sfrom\s/i.test(sql.slice(at, at + 6)))
			return { items: [...items, sql.slice(from, at).trim()], end: at };
	}
	throw new Error("a SELECT without FROM");
}

/** The end of a quoted text or name. A doubled quote counts as the end of one quoted part and the start of another. */
const endOfQuote = (sql: string, at: number): number => {
	const end = sql.indexOf(sql[at] ?? "", at + 1);
	return end < 0 ? sql.length : end;
};
