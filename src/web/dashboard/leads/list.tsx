import { leadStages } from "../../../domain/clients/leads/schema.ts";
import { Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { Select } from "../../ui/components/fields.tsx";
import { wordOptions } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FilterDependent, Filters, NoneNewer, Results, resultCount } from "../lists/filters.tsx";
import { LeadCard, leadDone } from "./lead-card.tsx";
import { path } from "./paths.ts";
import type { LeadList } from "./read-lead-list.ts";

interface Props {
	visit: Visit;
	list: LeadList;
}

export const Leads = ({ visit, list }: Props) => (
	<>
		<Title text="Leads" lead="All inquiries and booking requests, the newest first.">
			<FilterDependent name="archived">
				{!list.filter.archived && (
					<a class="button" href={visit.to(path, { archived: "true" })}>
						Archived leads
					</a>
				)}
			</FilterDependent>
		</Title>
		<DoneNote visit={visit} words={leadDone} />
		<Panel>
			<LeadFilters visit={visit} list={list} />
			<Results announcement={resultCount("leads", list.leads, list.next)}>
				<FoundLeads visit={visit} list={list} />
				<Pager first={list.first} next={list.next} />
			</Results>
		</Panel>
	</>
);

const LeadFilters = ({ visit, list: { filter } }: Props) => {
	const of = {
		values: {
			requests: [filter.requests ? "open" : ""],
			stage: [filter.stage ?? ""],
			archived: [filter.archived ? "true" : ""],
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
			<Select of={of} name="stage" label="Stage" options={[{ value: "", text: "All" }, ...wordOptions(leadStages)]} />
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

const FoundLeads = ({ visit, list: { leads, requestedByLead, pictures, filter, first, next } }: Props) => {
	if (leads.length > 0)
		return (
			<>
				<h2 class="hidden">Leads found</h2>
				{leads.map((lead) => (
					<LeadCard visit={visit} lead={lead} requested={requestedByLead.get(lead.id)} pictures={pictures} />
				))}
			</>
		);
	if (next) return <NoneNewer what="leads" />;
	if (filter.requests || filter.stage || filter.archived || first)
		return (
			<Empty
				title="No lead matches"
				actions={
					<a class="button" href={visit.to(path)}>
						Show all
					</a>
				}
			>
				Choose another stage, or show all leads.
			</Empty>
		);
	return (
		<Empty title="No leads">
			Inquiries and booking requests appear here. They come from your booking page, from your forms or from a program.
		</Empty>
	);
};
