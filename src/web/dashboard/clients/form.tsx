import { clientFields } from "../../../domain/clients/clients/fields.ts";
import type { Client } from "../../../domain/clients/clients/schema.ts";
import type { NamedArtist } from "../../../domain/studio/names.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Submit } from "../../ui/components/fields.tsx";
import { nameOf } from "../components/words.ts";
import { FieldInputs } from "../fields/inputs.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { path, pathOf } from "./paths.ts";

interface Props {
	visit: Visit;
	artists: readonly NamedArtist[];
	of: FormState;
	client?: Client;
}

export const ClientForm = ({ visit, artists, of, client }: Props) => {
	const back = client
		? { href: visit.to(pathOf(client.id)), text: nameOf(client) }
		: { href: visit.to(path), text: "Clients" };
	return (
		<>
			<Title text={client ? `Edit ${nameOf(client)}` : "New client"} back={back} />
			<Panel>
				<form method="post" action={visit.to(client ? `${pathOf(client.id)}/edit` : `${path}/new`)}>
					<FaultSummary of={of} />
					{!client && <FormId />}
					<FieldInputs of={of} fields={clientFields} choices={{ artist: artists }} />
					<Submit back={back.href}>{client ? "Save" : "Create"}</Submit>
				</form>
			</Panel>
		</>
	);
};
