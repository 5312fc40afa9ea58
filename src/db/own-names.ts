/** A SELECT whose columns each have a name of their own, and how many there are. */
export interface Named {
	sql: string;
	columns: number;
}

/**
 * Gives every column of a SELECT a name of its own. The platform returns a row of a batch as an object, in which
 * columns of one name would be one: `clients.id` and `artists.id` of a join.
 */
export function withOwnNames(sql: string): Named {
	const start = /^\s*select\s+(?:distinct\s+)?/i.exec(sql)?.[0].length;
	if (start === undefined) throw new Error("no SELECT");
	const { items, end } = selectList(sql, start);
	const named = items.map((item, n) => (isPlain(item) ? item : `${item} as "c${n}"`));
	return { sql: sql.slice(0, start) + named.join(", ") + sql.slice(end), columns: items.length };
}

/** A column by its name alone, or something that has been given a name. */
const isPlain = (item: string): boolean => /^"[^"]+"$/.test(item) || /\sas\s+"[^"]+"$/i.test(item);

/** The items between SELECT and FROM, cut at the commas that stand in no parentheses and in no quotes. */
function selectList(sql: string, start: number): { items: string[]; end: number } {
	const items: string[] = [];
	let depth = 0;
	let from = start;
	for (let at = start; at < sql.length; at++) {
		const character = sql[at];
		if (character === '"' || character === "'") at = closing(sql, at);
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

/** Where a quoted text or name ends. A doubled quote in it is no end, but the beginning of what looks like the next one. */
const closing = (sql: string, at: number): number => {
	const end = sql.indexOf(sql[at] ?? "", at + 1);
	return end < 0 ? sql.length : end;
};
