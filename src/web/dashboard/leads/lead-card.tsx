import {
	bookingRequestIn,
	openBookingRequest,
	requestMessage,
} from "../../../domain/booking/bookings/booking-requests.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import { leadStages } from "../../../platform/db/tables/data/leads.ts";
import { Badge, PostButton } from "../../ui/components/parts.tsx";
import type { Visit } from "../frame/visit.ts";
import { LocalTime } from "../parts/local-time.tsx";
import { inWords, nameOf } from "../parts/words.ts";
import { originOf, path } from "./paths.ts";
import type { RequestedAppointment } from "./requested-appointments.ts";
import { RequestedSentence } from "./requested-parts.tsx";

/** What a page tells after a form of an entry. */
export const leadDone = {
	archived: "The lead is archived. It is still in the list of leads, under Archived.",
	unarchived: "The lead is back from the archive.",
	confirmed: "The appointment is booked, and a mail tells the client.",
	declined: "The request is declined, and a mail tells the client.",
	stage: "The stage of the lead is saved.",
};

interface Props {
	visit: Visit;
	lead: Lead;
	/** What the lead asks for, where it is a request of the booking page. */
	requested: RequestedAppointment | undefined;
}

/** What somebody wrote. The service wrote the message of a request itself, and the entry says the same in words. */
function messageOf(lead: Lead): string | null {
	const requested = bookingRequestIn(lead);
	return requested && lead.message === requestMessage(requested) ? null : lead.message;
}

/** Whoever asks for an appointment is a client already, and a conversion would end their request without an answer. */
const canBecomeClient = ({ email, converted_at, client_id, ...lead }: Lead): boolean =>
	email !== null && converted_at === null && (client_id === null || !openBookingRequest(lead));

/** A person who asked for something, with what the studio can do about it. */
export const LeadCard = ({ visit, lead, requested }: Props) => {
	const name = nameOf(lead);
	const message = messageOf(lead);
	const open = openBookingRequest(lead);
	const at = (step: string) => visit.to(`${path}/${lead.id}/${step}`, originOf(visit));
	const field = `stage-${lead.id}`;
	return (
		<article class="entry">
			<h3>
				{name} {lead.archived && <Badge>Archived</Badge>}
			</h3>
			<p class="dim">
				{[lead.email, lead.phone, lead.source && `from ${inWords(lead.source)}`].filter(Boolean).join(" · ")}
				<br />
				<LocalTime at={lead.created_at} zone={visit.studio.timezone} />
			</p>
			{requested && <RequestedSentence visit={visit} requested={requested} isOpen={open !== undefined} />}
			{message && <p>{message}</p>}
			{open && (
				<div class="actions answer">
					{open.start > visit.ctx.now && (
						<a class="button primary" href={at("confirm")} aria-label={`Confirm the appointment of ${name}`}>
							Confirm
						</a>
					)}
					<a class="button" href={at("decline")} aria-label={`Decline the request of ${name}`}>
						Decline
					</a>
				</div>
			)}
			<div class="actions">
				<form class="inline" method="post" action={at("stage")}>
					<label class="hidden" for={field}>
						Stage of {name}
					</label>
					<select id={field} name="stage">
						{leadStages.map((stage) => (
							<option value={stage} selected={stage === lead.stage}>
								{inWords(stage)}
							</option>
						))}
					</select>
					<button type="submit" aria-label={`Save the stage of ${name}`}>
						Save
					</button>
				</form>
				{canBecomeClient(lead) && (
					<PostButton action={at("convert")} label={`Make a client of ${name}`}>
						Make a client
					</PostButton>
				)}
				{lead.archived ? (
					<PostButton action={at("unarchive")} label={`Restore ${name}`}>
						Restore
					</PostButton>
				) : (
					<PostButton action={at("archive")} label={`Archive ${name}`}>
						Archive
					</PostButton>
				)}
			</div>
		</article>
	);
};
