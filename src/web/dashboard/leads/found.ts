import { listOpenRequests } from "../../../domain/booking/bookings/requests.ts";
import { listLeads } from "../../../domain/clients/leads/operations.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import { leadStages } from "../../../platform/db/tables/data/leads.ts";
import type { Visit } from "../frame/visit.ts";
import { nextOf } from "../lists/next-page.ts";
import { oneOf } from "../lists/query.ts";
import { type Asked, askedBy } from "./asked.ts";
import { isLeadId, path } from "./paths.ts";

const perPage = 25;

export interface Found {
	/** The filter. */
	asked: { requests: boolean; stage: Lead["stage"] | undefined; archived: boolean };
	leads: Lead[];
	/** What these leads ask for, by their ids. */
	asks: Map<string, Asked>;
	/** The address of the first page, where this is another one. */
	first: string | undefined;
	/** The address of the next page. */
	next: string | undefined;
}

/** The leads that the address asks for, the newest first. */
export async function found(visit: Visit): Promise<Found> {
	const { c, ctx, to } = visit;
	const asked = {
		requests: oneOf(visit, "requests", ["open"]) !== undefined,
		stage: oneOf(visit, "stage", leadStages),
		archived: oneOf(visit, "archived", ["true"]) !== undefined,
	};
	const after = c.req.query("after");
	const page = { after: isLeadId(after) ? after : undefined, take: perPage + 1 };
	const address = (after: string | undefined) => to(path, { ...c.req.query(), done: undefined, after });
	const first = page.after === undefined ? undefined : address(undefined);
	if (asked.requests) {
		const { rows: leads, end } = await listOpenRequests(ctx, asked, page);
		return { asked, leads, asks: await askedBy(ctx, leads), first, next: end && address(end) };
	}
	const { shown: leads, next } = nextOf(visit, await listLeads(ctx, asked, page), perPage);
	return { asked, leads, asks: await askedBy(ctx, leads), first, next };
}
