import { type FoundPicture, picturesOfLeads } from "../../../domain/clients/leads/found-pictures.ts";
import {
	type RequestedAppointment,
	requestedAppointments,
} from "../../../domain/clients/leads/requested-appointments.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";

/** The reads run at once. */
export async function shownWith(
	ctx: Ctx,
	leads: readonly Lead[],
): Promise<{ requestedByLead: Map<string, RequestedAppointment>; pictures: FoundPicture[] }> {
	const [requestedByLead, pictures] = await together(
		ctx,
		(ctx) => requestedAppointments(ctx, leads),
		(ctx) =>
			leads.length === 0
				? []
				: picturesOfLeads(
						ctx,
						leads.map(({ id }) => id),
					),
	);
	return { requestedByLead, pictures };
}
