import { listOpenRequests } from "../../../domain/booking/bookings/booking-requests.ts";
import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import { listLeads } from "../../../domain/clients/leads/operations.ts";
import type { RequestedAppointment } from "../../../domain/clients/leads/requested-appointments.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import { leadStages } from "../../../domain/clients/leads/schema.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { queryChoice } from "../lists/query.ts";
import { isLeadId, path } from "./paths.ts";
import { shownWith } from "./shown-with.ts";

const perPage = 25;

export interface LeadList {
	filter: { requests: boolean; stage: Lead["stage"] | undefined; archived: boolean };
	leads: Lead[];
	requestedByLead: Map<string, RequestedAppointment>;
	pictures: FoundPicture[];
	first: string | undefined;
	next: string | undefined;
}

export async function readLeadList(visit: Visit): Promise<LeadList> {
	const { c, ctx, to } = visit;
	const filter = {
		requests: queryChoice(visit, "requests", ["open"]) !== undefined,
		stage: queryChoice(visit, "stage", leadStages),
		archived: queryChoice(visit, "archived", ["true"]) !== undefined,
	};
	const after = c.req.query("after");
	const page = { after: isLeadId(after) ? after : undefined, take: perPage + 1 };
	const address = (after: string | undefined) => to(path, { ...c.req.query(), done: undefined, after });
	const first = page.after === undefined ? undefined : address(undefined);
	if (filter.requests) {
		const { rows: leads, nextAfter } = await listOpenRequests(ctx, filter, page);
		return {
			filter,
			leads,
			...(await shownWith(ctx, leads)),
			first,
			next: nextAfter && address(nextAfter),
		};
	}
	const { shown: leads, next } = nextPageOf(visit, await listLeads(ctx, filter, page), perPage);
	return { filter, leads, ...(await shownWith(ctx, leads)), first, next };
}
