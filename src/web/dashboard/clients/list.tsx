import type { Child } from "hono/jsx";
import type { Client } from "../../../domain/clients/clients/schema.ts";
import { Icon } from "../../ui/components/icon.tsx";
import { Badge, Empty, Pager, Panel, Title } from "../../ui/components/parts.tsx";
import { Table } from "../../ui/components/table.tsx";
import { Done } from "../frame/area.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Follows, howMany, Results } from "../lists/filters.tsx";
import { When } from "../parts/time.tsx";
import { nameOf } from "../parts/words.ts";
import type { Found } from "./found.ts";
import { path, pathOf } from "./paths.ts";

export const Flags = ({ client: { is_blocked, do_not_contact } }: { client: Client }) => (
	<>
		{is_blocked && <Badge tone="bad">Blocked</Badge>} {do_not_contact && <Badge tone="warn">Do not contact</Badge>}
	</>
);

/** Searching changes the address, so that a search can be bookmarked. */
export const Search = ({
	visit,
	found,
	action,
	label,
}: {
	visit: Visit;
	found: Found;
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
					value={found.q}
					maxlength={200}
					autocomplete="off"
					aria-describedby="q-fault"
					aria-invalid={found.fault ? "true" : undefined}
				/>
				<Follows name="fault">
					{found.fault && (
						<span class="fault" id="q-fault">
							What you look for {found.fault}.
						</span>
					)}
				</Follows>
			</div>
			<button type="submit">
				<Icon name="search" />
				Search
			</button>
			<Follows name="all">
				{found.q && (
					<a class="button" href={visit.to(action)}>
						Show all
					</a>
				)}
			</Follows>
		</Filters>
	</search>
);

interface ListProps {
	visit: Visit;
	found: Found;
	cell: (client: Client) => Child;
	/** What is shown where the studio has no clients at all. */
	empty: Child;
}

export const ClientTable = (props: ListProps) => {
	const { clients, next, fault } = props.found;
	return (
		<Results told={fault ? `What you look for ${fault}.` : howMany("clients", clients, next)}>
			<FoundClients {...props} />
		</Results>
	);
};

const FoundClients = ({ visit, found, cell, empty }: ListProps) =>
	found.clients.length > 0 ? (
		<>
			<Table
				label="Clients"
				rows={found.clients}
				columns={[
					{ head: "Name", kind: "lead", cell },
					{ head: "Email", cell: ({ email }) => email },
					{ head: "Phone", cell: ({ phone }) => phone ?? "–" },
					{ head: "Since", cell: ({ created_at }) => <When at={created_at} zone={visit.studio.timezone} to="day" /> },
				]}
			/>
			<Pager first={found.first} next={found.next} />
		</>
	) : found.fault ? null : found.next ? (
		<>
			<p class="dim">None of the newer clients fits. Look among the older ones.</p>
			<Pager first={found.first} next={found.next} />
		</>
	) : found.q || found.first ? (
		<Empty title="No client found">
			Search by the beginning of a name, an email address, a phone number or an Instagram handle.
		</Empty>
	) : (
		empty
	);

const done = { deleted: "The client is deleted, and their appointments ahead are cancelled." };

export const Clients = ({ visit, found }: { visit: Visit; found: Found }) => {
	const add = (
		<a class="button primary" href={visit.to(`${path}/new`)}>
			<Icon name="plus" />
			New client
		</a>
	);
	return (
		<>
			<Title text="Clients" lead="Everybody your studio works for, the newest first.">
				{add}
			</Title>
			<Done visit={visit} words={done} />
			<Panel>
				<Search visit={visit} found={found} action={path} label="Search by name, email, phone or Instagram" />
				<ClientTable
					visit={visit}
					found={found}
					cell={(client) => (
						<>
							<a href={visit.to(pathOf(client.id))}>{nameOf(client)}</a> <Flags client={client} />
						</>
					)}
					empty={
						<Empty title="No clients yet" actions={add}>
							Add one by hand. Clients also come from your forms, from leads, from your booking page and from programs.
						</Empty>
					}
				/>
			</Panel>
		</>
	);
};
