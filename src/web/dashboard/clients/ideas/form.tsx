import type { Client } from "../../../../domain/clients/clients/schema.ts";
import { ideaFields } from "../../../../domain/clients/ideas/fields.ts";
import type { Idea } from "../../../../domain/clients/ideas/schema.ts";
import type { NamedArtist } from "../../../../domain/studio/names.ts";
import { Panel, Title } from "../../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Submit } from "../../../ui/components/fields.tsx";
import { nameOf } from "../../components/words.ts";
import { FieldInputs } from "../../fields/inputs.tsx";
import { FormId } from "../../forms/form-id.tsx";
import type { Visit } from "../../frame/visit.ts";
import { ideaPath, pathOf } from "../paths.ts";

export const newIdeaFormState: FormState = { values: { stage: ["NEW"] } };

interface Props {
	visit: Visit;
	client: Client;
	artists: readonly NamedArtist[];
	of: FormState;
	idea?: Idea;
}

export const IdeaForm = ({ visit, client, artists, of, idea }: Props) => {
	const back = idea
		? { href: visit.to(ideaPath(client.id, idea.id)), text: idea.subject }
		: { href: visit.to(pathOf(client.id)), text: nameOf(client) };
	return (
		<>
			<Title text={idea ? `Edit ${idea.subject}` : "New idea"} back={back} lead={`For ${nameOf(client)}.`} />
			<Panel>
				<form
					method="post"
					action={visit.to(idea ? `${ideaPath(client.id, idea.id)}/edit` : ideaPath(client.id, "new"))}
				>
					<FaultSummary of={of} />
					{!idea && <FormId />}
					<FieldInputs of={of} fields={ideaFields} choices={{ artist: artists }} />
					<Submit back={back.href}>{idea ? "Save" : "Create"}</Submit>
				</form>
			</Panel>
		</>
	);
};
