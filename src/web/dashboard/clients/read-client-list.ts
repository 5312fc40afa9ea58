import { listClients } from "../../../domain/clients/clients/operations.ts";
import { type Client, searchQuery } from "../../../domain/clients/clients/schema.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { isClientId } from "./paths.ts";

export interface ClientList {
	q: string;
	clients: Client[];
	next: string | undefined;
	/** The address of the first page; undefined on the first page. */
	first: string | undefined;
	/** The fault of the search text. */
	fault: string | undefined;
}

export async function readClientList(visit: Visit, perPage: number): Promise<ClientList> {
	const { c, ctx, to } = visit;
	const q = c.req.query("q")?.trim() ?? "";
	const asked = q === "" ? undefined : searchQuery.safeParse(q);
	if (asked?.success === false)
		return {
			q,
			clients: [],
			next: undefined,
			first: undefined,
			fault: asked.error.issues[0]?.message ?? "is not valid",
		};
	const after = c.req.query("after");
	const page = { after: isClientId(after) ? after : undefined, take: perPage + 1 };
	const { shown, next } = nextPageOf(visit, await listClients(ctx, { q: asked?.data }, page), perPage);
	const first = to(c.req.path, { ...c.req.query(), done: undefined, after: undefined });
	return {
		q,
		clients: shown,
		next,
		first: page.after === undefined ? undefined : first,
		fault: undefined,
	};
}
