import type { Statement } from "./statement.ts";

interface Limits {
	/** The text before, between and after the parameters that are limits. */
	pieces: string[];
	/** The places of these parameters among all. */
	places: number[];
}

/**
 * Writes the numbers of LIMIT into the text. The plan of a statement depends on its LIMIT, so SQLite would compile a
 * statement with LIMIT ? anew each time that it runs, which takes longer than to read a page.
 */
export function withLiteralLimits({ sql, params }: Statement): Statement {
	const { pieces, places } = limitsOf(sql);
	if (places.length === 0 || !places.every((place) => Number.isInteger(params[place]))) return { sql, params };
	return {
		sql: pieces.map((piece, n) => (n === 0 ? piece : `${params[places[n - 1] ?? 0]}${piece}`)).join(""),
		params: params.filter((_, place) => !places.includes(place)),
	};
}

const known = new Map<string, Limits>();
const maxKnown = 1000;

/** There are few different statements, so each is searched once. */
function limitsOf(sql: string): Limits {
	let limits = known.get(sql);
	if (!limits) {
		if (known.size >= maxKnown) known.clear();
		limits = findLimits(sql);
		known.set(sql, limits);
	}
	return limits;
}

/** Quoted texts and names are passed over. */
const quotedOrParameter = /'[^']*'|"[^"]*"|\blimit\s+\?\d?|\?\d?/gi;

function findLimits(sql: string): Limits {
	const limits: Limits = { pieces: [], places: [] };
	let place = 0;
	let from = 0;
	for (const { 0: found, index } of sql.matchAll(quotedOrParameter)) {
		// The places of numbered parameters are not those in the text.
		if (/\?\d$/.test(found)) return { pieces: [sql], places: [] };
		if (!found.endsWith("?")) continue;
		if (found !== "?") {
			const mark = index + found.length - 1;
			limits.pieces.push(sql.slice(from, mark));
			limits.places.push(place);
			from = mark + 1;
		}
		place++;
	}
	limits.pieces.push(sql.slice(from));
	return limits;
}
