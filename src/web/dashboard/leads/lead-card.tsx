import {
	bookingRequestIn,
	openBookingRequest,
	openStages,
	requestMessage,
} from "../../../domain/clients/leads/booking-request.ts";
import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import type { RequestedAppointment } from "../../../domain/clients/leads/requested-appointments.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import { leadStages } from "../../../domain/clients/leads/schema.ts";
import { Badge, PostButton } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { inWords, nameOf } from "../components/words.ts";
import type { Visit } from "../frame/visit.ts";
import { PictureStrip } from "../pictures/found.tsx";
import { originOf, path, pathOf } from "./paths.ts";
import { RequestedSentence } from "./requested-time.tsx";

/** The messages after the forms of a card. */
export const leadDone = {
	archived: "The lead has been archived. You find it in the list of archived leads.",
	unarchived: "The lead is no longer archived.",
	confirmed: "The appointment has been booked. The client gets a mail.",
	declined: "The request has been declined. The client gets a mail.",
	stage: "The stage of the lead has been saved.",
};

interface Props {
	visit: Visit;
	lead: Lead;
	requested: RequestedAppointment | undefined;
	pictures: readonly FoundPicture[];
	/** The page is about this lead alone, so its heading has the name. */
	alone?: boolean;
}

/** The message of the person. The service itself writes the message of a request, and the card already says the same. */
function messageOf(lead: Lead): string | null {
	const requested = bookingRequestIn(lead);
	return requested && lead.message === requestMessage(requested) ? null : lead.message;
}

/** A conversion would end an open request without an answer. */
const canBecomeClient = ({ email, converted_at, ...lead }: Lead): boolean =>
	email !== null && converted_at === null && !openBookingRequest(lead);

export const LeadCard = ({ visit, lead, requested, pictures, alone }: Props) => {
	const name = nameOf(lead);
	const message = messageOf(lead);
	const open = openBookingRequest(lead);
	const at = (step: string) => visit.to(`${path}/${lead.id}/${step}`, originOf(visit));
	const field = `stage-${lead.id}`;
	return (
		<article class="entry">
			{!alone && (
				<h3>
					<a href={visit.to(pathOf(lead.id))}>{name}</a> {lead.archived && <Badge>Archived</Badge>}
				</h3>
			)}
			<p class="dim">
				{[lead.email, lead.phone, lead.source && `from ${inWords(lead.source)}`].filter(Boolean).map((part, n) => (
					<>
						{n > 0 && " · "}
						<span class="unbroken">{part}</span>
					</>
				))}
				<br />
				<LocalTime at={lead.created_at} zone={visit.studio.timezone} />
			</p>
			{requested && <RequestedSentence visit={visit} requested={requested} isOpen={open !== undefined} />}
			{message && <p>{message}</p>}
			<PictureStrip
				visit={visit}
				found={pictures.filter(({ root }) => root === lead.id)}
				label={`Pictures of ${name}`}
			/>
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
						{(open ? openStages : leadStages).map((stage) => (
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
