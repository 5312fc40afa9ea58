import type { Visit } from "../frame/visit.ts";

/**
 * The records of a page of a list, and the address of the next page: one more was read than the page shows, or `more`
 * says that others were left out.
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
