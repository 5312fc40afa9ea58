import { Empty, Panel } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";
import { LeadCard } from "../leads/lead-card.tsx";
import { path } from "../leads/paths.ts";
import type { LeadsSection } from "./leads-section.ts";

interface Props {
	visit: Visit;
	leads: LeadsSection;
}

export const OpenRequests = ({ visit, leads: { requests, moreRequests, requestedByLead, pictures } }: Props) =>
	requests.length === 0 && !moreRequests ? null : (
		<Panel
			title="Booking requests"
			lead={`These clients wait for your answer. ${moreRequests ? `These are the latest ${requests.length}.` : ""}`}
			actions={<a href={visit.to(path, { requests: "open" })}>All requests</a>}
		>
			{requests.map((lead) => (
				<LeadCard visit={visit} lead={lead} requested={requestedByLead.get(lead.id)} pictures={pictures} />
			))}
		</Panel>
	);

export const NewLeads = ({ visit, leads: { newLeads, moreNewLeads, requestedByLead, pictures } }: Props) => (
	<Panel
		title="New leads"
		lead={moreNewLeads ? `The latest ${newLeads.length}. There are more.` : undefined}
		actions={<a href={visit.to(path)}>All leads</a>}
	>
		{newLeads.length === 0 ? (
			<Empty title="No new leads">Inquiries appear here. They come from your forms or from a program.</Empty>
		) : (
			newLeads.map((lead) => (
				<LeadCard visit={visit} lead={lead} requested={requestedByLead.get(lead.id)} pictures={pictures} />
			))
		)}
	</Panel>
);
