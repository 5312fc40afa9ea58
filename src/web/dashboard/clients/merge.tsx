import type { Client } from "../../../domain/clients/clients/schema.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { nameOf } from "../components/words.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import type { Content } from "../frame/declarations.ts";
import type { Visit } from "../frame/visit.ts";
import { ClientTable, Search } from "./list.tsx";
import { pathOf } from "./paths.ts";
import type { ClientList } from "./read-client-list.ts";

const mergePath = ({ id }: Client): string => `${pathOf(id)}/merge`;

interface Props {
	visit: Visit;
	client: Client;
	list: ClientList;
	again?: FormState | undefined;
}

export const ChooseSource = ({ visit, client, list, again }: Props) => {
	const others = { ...list, clients: list.clients.filter(({ id }) => id !== client.id) };
	return (
		<>
			<Title
				text={`Merge into ${nameOf(client)}`}
				back={{ href: visit.to(pathOf(client.id)), text: nameOf(client) }}
				lead="Choose the other client who is the same person. Their records move here, and the other client is removed."
			/>
			<Panel>
				{again && <FaultSummary of={again} />}
				<Search visit={visit} list={others} action={mergePath(client)} label="Search for the other client" />
				<ClientTable
					visit={visit}
					list={others}
					cell={(other) => (
						<a href={visit.to(mergePath(client), { source: other.id, q: list.q })}>Choose {nameOf(other)}</a>
					)}
					empty={<p class="dim">There is no other client.</p>}
				/>
			</Panel>
		</>
	);
};

export const confirmMerge = (visit: Visit, client: Client, source: Client): Content =>
	confirmationPage({
		question: `Merge ${nameOf(source)} into ${nameOf(client)}?`,
		text: (
			<>
				<p>
					All appointments, ideas, leads and form submissions of <strong>{nameOf(source)}</strong> ({source.email}) move
					to <strong>{nameOf(client)}</strong> ({client.email}), and {nameOf(source)} is removed.
				</p>
				<p>
					The contact, notes and tags of {nameOf(client)} stay as they are. First copy anything you need from the other.
					This cannot be undone.
				</p>
			</>
		),
		fields: <input type="hidden" name="source_id" value={source.id} />,
		verb: "Merge",
		action: visit.to(mergePath(client)),
		back: { href: visit.to(mergePath(client)), text: "Choose another client" },
	});
