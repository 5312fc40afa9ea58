import { Empty, Panel } from "../../ui/components/parts.tsx";
import type { Visit } from "../frame/visit.ts";
import { Entry } from "../leads/entry.tsx";
import { path } from "../leads/paths.ts";
import type { LeadsPart } from "./leads-part.ts";

interface Props {
	visit: Visit;
	leads: LeadsPart;
}

/** Who asked for an appointment that the studio must confirm. Shown until the studio has answered. */
export const OpenRequests = ({ visit, leads: { requests, moreRequests, asks } }: Props) =>
	requests.length === 0 && !moreRequests ? null : (
		<Panel
			title="Booking requests"
			lead={`Each of them waits for your answer. ${moreRequests ? `These are the latest ${requests.length}.` : ""}`}
			actions={<a href={visit.to(path, { requests: "open" })}>All requests</a>}
		>
			{requests.map((lead) => (
				<Entry visit={visit} lead={lead} asked={asks.get(lead.id)} />
			))}
		</Panel>
	);

/** People who asked for something and whom nobody has answered yet. */
export const NewLeads = ({ visit, leads: { fresh, moreFresh, asks } }: Props) => (
	<Panel
		title="New leads"
		lead={moreFresh ? `The latest ${fresh.length}. There are more.` : undefined}
		actions={<a href={visit.to(path)}>All leads</a>}
	>
		{fresh.length === 0 ? (
			<Empty title="No new leads">
				Who asks for something without being a client yet appears here, from your forms or from a program.
			</Empty>
		) : (
			fresh.map((lead) => <Entry visit={visit} lead={lead} asked={asks.get(lead.id)} />)
		)}
	</Panel>
);
