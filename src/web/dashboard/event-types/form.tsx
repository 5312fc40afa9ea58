import { eventTypeFields } from "../../../domain/studio/event-types/fields.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Select, Submit } from "../../ui/components/fields.tsx";
import { FieldInputs } from "../fields/inputs.tsx";
import { FormId } from "../forms/form-id.tsx";
import { MetadataFields } from "../forms/metadata.tsx";
import { NoArtists } from "../forms/no-artists.tsx";
import { selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { path, pathOf } from "./paths.ts";
import { basics, groups } from "./properties.ts";

interface Props {
	visit: Visit;
	of: FormState;
	forms: Named[];
	/** The artists to choose from; only for a new event type. */
	artists?: Named[];
	/** Absent for a new event type. */
	type?: EventType;
}

export const EventTypeForm = (props: Props) => {
	const { visit, of, artists, type } = props;
	const back = type ? { href: visit.to(pathOf(type)), text: type.name } : { href: visit.to(path), text: "Event types" };
	return (
		<>
			<Title text={type ? `Edit ${type.name}` : "New event type"} back={back} />
			<Panel>
				{artists?.length === 0 && !of.faults ? (
					<NoArtists visit={visit}>An event type belongs to an artist. Create one first.</NoArtists>
				) : (
					<Form {...props} back={back.href} />
				)}
			</Panel>
		</>
	);
};

const Form = ({ visit, of, forms, artists, type, back }: Props & { back: string }) => (
	<form method="post" action={visit.to(type ? `${pathOf(type)}/edit` : `${path}/new`)}>
		<FaultSummary of={of} />
		{!type && <FormId />}
		{artists && (
			<div class="narrow">
				<Select
					of={of}
					name="artist_id"
					label="Artist"
					hint="An event type always belongs to the same artist."
					options={selectOptions(artists)}
				/>
			</div>
		)}
		<FieldInputs
			of={of}
			fields={eventTypeFields}
			names={[...basics, "slug"]}
			slugHint={`The end of its booking address: lower-case letters, digits and hyphens. Empty: ${type ? "the slug stays" : "made from the name"}.`}
		/>
		{groups.map(({ title, lead, properties }) => (
			<details class="more" open={properties.some((name) => of.faults?.fields[name] !== undefined)}>
				<summary>{title}</summary>
				{lead && <p class="dim">{lead}</p>}
				<FieldInputs of={of} fields={eventTypeFields} names={properties} choices={{ form: forms }} />
			</details>
		))}
		<MetadataFields of={of} />
		<Submit back={back}>{type ? "Save" : "Create"}</Submit>
	</form>
);
