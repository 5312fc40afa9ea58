import type { Child } from "hono/jsx";
import type { Client } from "../../../domain/clients/clients/schema.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Badge, Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { nameOf } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FilterDependent, Filters, NoneNewer, Results, resultCount } from "../lists/filters.tsx";
import { path, pathOf } from "./paths.ts";
import type { ClientList } from "./read-client-list.ts";

export const Flags = ({ client: { is_blocked, do_not_contact } }: { client: Client }) => (
	<>
		{is_blocked && <Badge tone="bad">Blocked</Badge>} {do_not_contact && <Badge tone="warn">Do not contact</Badge>}
	</>
);

export const Search = ({
	visit,
	list,
	action,
	label,
}: {
	visit: Visit;
	list: ClientList;
	action: string;
	label: string;
}) => (
	<search>
		<Filters visit={visit} action={action}>
			<div class="field grow">
				<label for="q">{label}</label>
				<input
					id="q"
					name="q"
					type="search"
					value={list.q}
					maxlength={200}
					autocomplete="off"
					aria-describedby="q-fault"
					aria-invalid={list.fault ? "true" : undefined}
				/>
				<FilterDependent name="fault">
					{list.fault && (
						<span class="fault" id="q-fault">
							Your search {list.fault}.
						</span>
					)}
				</FilterDependent>
			</div>
			<button type="submit">
				<Icon name="search" />
				Search
			</button>
			<FilterDependent name="all">
				{list.q && (
					<a class="button" href={visit.to(action)}>
						Show all
					</a>
				)}
			</FilterDependent>
		</Filters>
	</search>
);

interface ListProps {
	visit: Visit;
	list: ClientList;
	cell: (client: Client) => Child;
	/** Shown if the studio has no clients at all. */
	empty: Child;
}

export const ClientTable = (props: ListProps) => {
	const { clients, next, fault } = props.list;
	return (
		<Results announcement={fault ? `Your search ${fault}.` : resultCount("clients", clients, next)}>
			<FoundClients {...props} />
		</Results>
	);
};

const FoundClients = ({ visit, list, cell, empty }: ListProps) =>
	list.clients.length > 0 ? (
		<>
			<Table
				label="Clients"
				rows={list.clients}
				columns={[
					{ head: "Name", kind: "lead", cell },
					{ head: "Email", cell: ({ email }) => <Breakable text={email} /> },
					{ head: "Phone", cell: ({ phone }) => phone ?? "–" },
					{
						head: "Since",
						cell: ({ created_at }) => <LocalTime at={created_at} zone={visit.studio.timezone} precision="day" />,
					},
				]}
			/>
			<Pager first={list.first} next={list.next} />
		</>
	) : list.fault ? null : list.next ? (
		<>
			<NoneNewer what="clients" />
			<Pager first={list.first} next={list.next} />
		</>
	) : list.q || list.first ? (
		<Empty title="No client found">
			Search by the beginning of a name, an email address, a phone number or an Instagram handle.
		</Empty>
	) : (
		empty
	);

const done = {
	deleted: "The client has been deleted, and their future appointments have been cancelled.",
	erased:
		"The client has been erased. Logs, the search and the bytes of pictures follow within minutes, and files of exports and imports within an hour.",
};

export const Clients = ({ visit, list }: { visit: Visit; list: ClientList }) => {
	const bring = (
		<a class="button" href={visit.to("/dashboard/import")}>
			Import
		</a>
	);
	const add = (
		<a class="button primary" href={visit.to(`${path}/new`)}>
			<Icon name="plus" />
			New client
		</a>
	);
	return (
		<>
			<Title text="Clients" lead="All clients of your studio, the newest first.">
				{bring}
				{add}
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<Search visit={visit} list={list} action={path} label="Search by name, email, phone or Instagram" />
				<ClientTable
					visit={visit}
					list={list}
					cell={(client) => (
						<>
							<a href={visit.to(pathOf(client.id))}>{nameOf(client)}</a> <Flags client={client} />
						</>
					)}
					empty={
						<Empty
							title="No clients yet"
							actions={
								<>
									{add}
									{bring}
								</>
							}
						>
							Create one, or import those of another product. Clients also come from your forms, leads, booking page and
							programs.
						</Empty>
					}
				/>
			</Panel>
		</>
	);
};
