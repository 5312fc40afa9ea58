import { leadStages } from "../../db/tables/data/leads.ts";
import { Empty, Panel, PostButton } from "../../pages/components/parts.tsx";
import { openRequest } from "../../resources/bookings/requests.ts";
import type { Lead } from "../../resources/leads/schema.ts";
import type { Visit } from "../visit.ts";
import { When } from "../when.tsx";
import { inWords, nameOf } from "../words.ts";

export const path = "/dashboard/leads";

/** What the overview tells after a form of it. */
export const leadDone = {
	archived: "The lead is archived.",
	confirmed: "The appointment is booked, and a mail tells the client.",
	declined: "The request is declined, and a mail tells the client.",
	stage: "The lead has a new stage, so it is no new one any more.",
};

/** People who asked for something and whom nobody has answered yet. */
export const NewLeads = ({ visit, leads, more }: { visit: Visit; leads: readonly Lead[]; more: boolean }) => (
	<Panel title="New leads" lead={more ? `The latest ${leads.length}. There are more.` : undefined}>
		{leads.length === 0 ? (
			<Empty title="No new leads">
				Who asks for something without being a client yet appears here, from your forms or from a program.
			</Empty>
		) : (
			leads.map((lead) => <Entry visit={visit} lead={lead} />)
		)}
	</Panel>
);

const Entry = ({ visit, lead }: { visit: Visit; lead: Lead }) => {
	const name = nameOf(lead);
	const field = `stage-${lead.id}`;
	return (
		<article class="entry">
			<h3>{name}</h3>
			<p class="dim">
				{[lead.email, lead.phone, lead.source && `from ${inWords(lead.source)}`].filter(Boolean).join(" · ")}
				<br />
				<When at={lead.created_at} zone={visit.studio.timezone} />
			</p>
			{lead.message && <p>{lead.message}</p>}
			{openRequest(lead) && (
				<div class="actions answer">
					<a
						class="button primary"
						href={visit.to(`${path}/${lead.id}/confirm`)}
						aria-label={`Confirm the appointment of ${name}`}
					>
						Confirm
					</a>
					<a class="button" href={visit.to(`${path}/${lead.id}/decline`)} aria-label={`Decline the request of ${name}`}>
						Decline
					</a>
				</div>
			)}
			<div class="actions">
				<form class="inline" method="post" action={visit.to(`${path}/${lead.id}/stage`)}>
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
				{lead.email && (
					<PostButton action={visit.to(`${path}/${lead.id}/convert`)} label={`Make a client of ${name}`}>
						Make a client
					</PostButton>
				)}
				<PostButton action={visit.to(`${path}/${lead.id}/archive`)} label={`Archive ${name}`}>
					Archive
				</PostButton>
			</div>
		</article>
	);
};
