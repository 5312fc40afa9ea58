import { listOpenRequests } from "../../../domain/booking/bookings/booking-requests.ts";
import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import { listLeads } from "../../../domain/clients/leads/operations.ts";
import type { RequestedAppointment } from "../../../domain/clients/leads/requested-appointments.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import { shownWith } from "../leads/shown-with.ts";

const shownRequests = 10;
const shownNew = 5;

export interface LeadsSection {
	/** Requests in any stage that the studio has not answered yet. */
	requests: Lead[];
	moreRequests: boolean;
	/** New leads that are not among these requests. */
	newLeads: Lead[];
	moreNewLeads: boolean;
	requestedByLead: Map<string, RequestedAppointment>;
	pictures: FoundPicture[];
}

/** Reads the open requests and the new leads. It takes two calls to the database in sequence. */
export async function leadsSection(ctx: Ctx): Promise<LeadsSection> {
	const newest = (shown: number) => ({ after: undefined, take: shown + 1 });
	const [{ rows: requests, more: moreRequests }, { rows: listed, more: moreListed }] = await together(
		ctx,
		(ctx) => listOpenRequests(ctx, { archived: false }, newest(shownRequests)),
		(ctx) => listLeads(ctx, { stage: "NEW", archived: false }, newest(shownNew + shownRequests)),
	);
	const others = listed.filter(({ id }) => requests.every((request) => request.id !== id));
	const newLeads = others.slice(0, shownNew);
	return {
		requests,
		moreRequests,
		newLeads,
		moreNewLeads: moreListed || others.length > shownNew,
		...(await shownWith(ctx, [...requests, ...newLeads])),
	};
}
