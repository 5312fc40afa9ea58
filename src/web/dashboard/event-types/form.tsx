import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	Input,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { Panel, Title } from "../../ui/components/parts.tsx";
import { FormId } from "../forms/form-id.tsx";
import { MetadataFields } from "../forms/metadata.tsx";
import { NoArtists } from "../forms/no-artists.tsx";
import { type Named, selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { path, pathOf } from "./paths.ts";
import { basics, groups, type Property } from "./properties.ts";

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
		<Properties of={of} properties={basics} forms={forms} />
		<div class="narrow">
			<Input
				of={of}
				name="slug"
				label="Slug"
				hint={`The end of its booking address: lower-case letters, digits and hyphens. Empty: ${type ? "the slug stays" : "made from the name"}.`}
				mono
				maxlength={100}
			/>
		</div>
		{groups.map(({ title, lead, properties }) => (
			<details class="more" open={properties.some(({ name }) => of.faults?.fields[name] !== undefined)}>
				<summary>{title}</summary>
				{lead && <p class="dim">{lead}</p>}
				<Properties of={of} properties={properties} forms={forms} />
			</details>
		))}
		<MetadataFields of={of} />
		<Submit back={back}>{type ? "Save" : "Create"}</Submit>
	</form>
);

interface PropertiesProps {
	of: FormState;
	properties: readonly Property[];
	forms: Named[];
}

/** Short fields stand side by side. Wide fields follow below. */
const Properties = ({ of, properties, forms }: PropertiesProps) => {
	const isWide = ({ kind }: Property) => kind === "check" || kind === "long" || kind === "lines";
	return (
		<>
			<div class="columns">
				{properties
					.filter((property) => !isWide(property))
					.map((property) => (
						<Field of={of} property={property} forms={forms} />
					))}
			</div>
			{properties.filter(isWide).map((property) => (
				<Field of={of} property={property} forms={forms} />
			))}
		</>
	);
};

const Field = ({ of, property, forms }: { of: FormState; property: Property; forms: Named[] }) => {
	const { name, label, hint, required } = property;
	const common = { of, name, label, ...(hint === undefined ? {} : { hint }) };
	switch (property.kind) {
		case "check":
			return <Checkbox {...common} />;
		case "long":
			return <TextArea {...common} rows={3} />;
		case "lines":
			return <TextArea {...common} rows={3} />;
		case "choice":
			return <Select {...common} options={property.options.map(([value, text]) => ({ value, text }))} />;
		case "form":
			return <Select {...common} options={[{ value: "", text: "None" }, ...selectOptions(forms)]} />;
		case "number":
			return <Input {...common} type="number" min={0} required={required ?? false} />;
		case "url":
			return <Input {...common} type="url" maxlength={2000} />;
		default:
			return <Input {...common} required={required ?? false} maxlength={1000} />;
	}
};
