import type { PartialPage } from "../../../platform/http/endpoint/page.ts";
import type { Visit } from "../frame/visit.ts";

/** At most `perPage` records, and the address of the next page if there is one. */
export function nextPageOf<T extends { id: string }>(
	{ c, to }: Visit,
	found: T[] | PartialPage<T>,
	perPage: number,
): { shown: T[]; next: string | undefined } {
	const { rows, more, nextAfter }: PartialPage<T> = Array.isArray(found) ? { rows: found, more: false } : found;
	const shown = rows.slice(0, perPage);
	const after = nextAfter ?? (more || rows.length > perPage ? shown.at(-1)?.id : undefined);
	return { shown, next: after && to(c.req.path, { ...c.req.query(), done: undefined, after }) };
}
