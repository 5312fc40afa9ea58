import { Empty, Panel } from "../../ui/components/parts.tsx";
import type { Visit } from "../frame/visit.ts";
import { LeadCard } from "../leads/lead-card.tsx";
import { path } from "../leads/paths.ts";
import type { LeadsPart } from "./leads-part.ts";

interface Props {
	visit: Visit;
	leads: LeadsPart;
}

/** Who asked for an appointment that the studio must confirm. Shown until the studio has answered. */
export const OpenRequests = ({ visit, leads: { requests, moreRequests, requestedByLead } }: Props) =>
	requests.length === 0 && !moreRequests ? null : (
		<Panel
			title="Booking requests"
			lead={`Each of them waits for your answer. ${moreRequests ? `These are the latest ${requests.length}.` : ""}`}
			actions={<a href={visit.to(path, { requests: "open" })}>All requests</a>}
		>
			{requests.map((lead) => (
				<LeadCard visit={visit} lead={lead} requested={requestedByLead.get(lead.id)} />
			))}
		</Panel>
	);

/** People who asked for something and whom nobody has answered yet. */
export const NewLeads = ({ visit, leads: { newLeads, moreNewLeads, requestedByLead } }: Props) => (
	<Panel
		title="New leads"
		lead={moreNewLeads ? `The latest ${newLeads.length}. There are more.` : undefined}
		actions={<a href={visit.to(path)}>All leads</a>}
	>
		{newLeads.length === 0 ? (
			<Empty title="No new leads">
				Who asks for something without being a client yet appears here, from your forms or from a program.
			</Empty>
		) : (
			newLeads.map((lead) => <LeadCard visit={visit} lead={lead} requested={requestedByLead.get(lead.id)} />)
		)}
	</Panel>
);
