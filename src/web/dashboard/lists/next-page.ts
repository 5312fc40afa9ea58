import type { Visit } from "../frame/visit.ts";

/**
 * The records of a page of a list, and the address of the next page. There is a next page if `rows` has more than
 * `perPage` records, or if `more` is true.
 */
export function nextPageOf<T extends { id: string }>(
	{ c, to }: Visit,
	rows: T[],
	perPage: number,
	more = false,
): { shown: T[]; next: string | undefined } {
	const shown = rows.slice(0, perPage);
	const after = more || rows.length > perPage ? shown.at(-1)?.id : undefined;
	return { shown, next: after && to(c.req.path, { ...c.req.query(), done: undefined, after }) };
}
