import { leadStages } from "../../../platform/db/tables/data/leads.ts";
import { Select } from "../../ui/components/fields.tsx";
import { Empty, Pager, Panel, Title } from "../../ui/components/parts.tsx";
import { Done } from "../frame/area.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Follows, howMany, Results } from "../lists/filters.tsx";
import { optionsOf } from "../parts/words.ts";
import { Entry, leadDone } from "./entry.tsx";
import type { Found } from "./found.ts";
import { path } from "./paths.ts";

interface Props {
	visit: Visit;
	found: Found;
}

export const Leads = ({ visit, found }: Props) => (
	<>
		<Title text="Leads" lead="Everybody who asked for something, the newest first.">
			<Follows name="archived">
				{!found.asked.archived && (
					<a class="button" href={visit.to(path, { archived: "true" })}>
						Archived leads
					</a>
				)}
			</Follows>
		</Title>
		<Done visit={visit} words={leadDone} />
		<Panel>
			<LeadFilters visit={visit} found={found} />
			<Results told={howMany("leads", found.leads, found.next)}>
				<FoundLeads visit={visit} found={found} />
				<Pager first={found.first} next={found.next} />
			</Results>
		</Panel>
	</>
);

const LeadFilters = ({ visit, found: { asked } }: Props) => {
	const of = {
		typed: {
			requests: [asked.requests ? "open" : ""],
			stage: [asked.stage ?? ""],
			archived: [asked.archived ? "true" : ""],
		},
	};
	return (
		<Filters visit={visit} action={path}>
			<Select
				of={of}
				name="requests"
				label="Show"
				options={[
					{ value: "", text: "All leads" },
					{ value: "open", text: "Open requests" },
				]}
			/>
			<Select of={of} name="stage" label="Stage" options={[{ value: "", text: "All" }, ...optionsOf(leadStages)]} />
			<Select
				of={of}
				name="archived"
				label="Archive"
				options={[
					{ value: "", text: "Not archived" },
					{ value: "true", text: "Archived" },
				]}
			/>
			<button type="submit">Show</button>
		</Filters>
	);
};

const FoundLeads = ({ visit, found: { leads, asks, asked, first, next } }: Props) => {
	if (leads.length > 0)
		return (
			<>
				<h2 class="hidden">Leads found</h2>
				{leads.map((lead) => (
					<Entry visit={visit} lead={lead} asked={asks.get(lead.id)} />
				))}
			</>
		);
	if (next) return <p class="dim">None of the newer leads fits. Look among the older ones.</p>;
	if (asked.requests || asked.stage || asked.archived || first)
		return (
			<Empty
				title="No lead fits"
				actions={
					<a class="button" href={visit.to(path)}>
						Show all
					</a>
				}
			>
				Choose another stage, or look among all leads.
			</Empty>
		);
	return (
		<Empty title="No leads">
			Who asks for something without being a client yet appears here: from your booking page, from your forms or from a
			program.
		</Empty>
	);
};
