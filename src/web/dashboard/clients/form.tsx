import type { Client } from "../../../domain/clients/clients/schema.ts";
import { preferredCommunications } from "../../../platform/db/tables/data/clients.ts";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	type FormValues,
	Input,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { Panel, Title } from "../../ui/components/parts.tsx";
import { FormId } from "../forms/form-id.tsx";
import { isTicked, linesOf, textOf, textOrNull } from "../forms/form-values.ts";
import { type NamedArtist, selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { nameOf, wordOptions } from "../parts/words.ts";
import { path, pathOf } from "./paths.ts";

const addressParts = ["line1", "line2", "city", "state", "postal_code", "country"] as const;
const partsInWords: Record<(typeof addressParts)[number], [label: string, maxlength: number]> = {
	line1: ["Street and number", 200],
	line2: ["More of the address", 200],
	city: ["City", 100],
	state: ["State or region", 100],
	postal_code: ["Postal code", 20],
	country: ["Country", 100],
};

function addressIn(values: FormValues) {
	const address = Object.fromEntries(addressParts.map((part) => [part, textOrNull(values, `address_${part}`)]));
	return Object.values(address).every((part) => part === null) ? null : address;
}

/** The values of the form, as the API takes them. */
export const clientBody = (values: FormValues) => ({
	first_name: textOf(values, "first_name"),
	last_name: textOrNull(values, "last_name"),
	email: textOf(values, "email"),
	phone: textOrNull(values, "phone"),
	pronouns: textOrNull(values, "pronouns"),
	date_of_birth: textOrNull(values, "date_of_birth"),
	preferred_communication: textOrNull(values, "preferred_communication"),
	instagram_handle: textOrNull(values, "instagram_handle"),
	assigned_artist_id: textOrNull(values, "assigned_artist_id"),
	source: textOrNull(values, "source"),
	address: addressIn(values),
	notes: textOrNull(values, "notes"),
	tags: linesOf(values, "tags"),
	do_not_contact: isTicked(values, "do_not_contact"),
	marketing_consent: isTicked(values, "marketing_consent"),
});

/** The values of a client, as the form takes them. */
export const clientFormState = (client: Client): FormState => ({
	values: {
		...Object.fromEntries(
			(
				[
					"first_name",
					"last_name",
					"email",
					"phone",
					"pronouns",
					"date_of_birth",
					"preferred_communication",
					"instagram_handle",
					"assigned_artist_id",
					"source",
					"notes",
				] as const
			).map((name) => [name, [client[name] ?? ""]]),
		),
		...Object.fromEntries(addressParts.map((part) => [`address_${part}`, [client.address?.[part] ?? ""]])),
		tags: [client.tags.join("\n")],
		do_not_contact: [String(client.do_not_contact)],
		marketing_consent: [String(client.marketing_consent)],
	},
});

interface Props {
	visit: Visit;
	artists: readonly NamedArtist[];
	of: FormState;
	/** Absent for a new client. */
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
					<Fields artists={artists} of={of} />
					<Submit back={back.href}>{client ? "Save" : "Create"}</Submit>
				</form>
			</Panel>
		</>
	);
};

const Fields = ({ artists, of }: Pick<Props, "artists" | "of">) => (
	<>
		<div class="columns">
			<Input of={of} name="first_name" label="First name" required maxlength={200} />
			<Input of={of} name="last_name" label="Last name" maxlength={200} />
			<Input of={of} name="email" label="Email" type="email" required maxlength={254} />
			<Input of={of} name="phone" label="Phone" type="tel" maxlength={50} />
			<Input of={of} name="pronouns" label="Pronouns" maxlength={50} />
			<Input of={of} name="date_of_birth" label="Date of birth" type="date" />
			<Input of={of} name="instagram_handle" label="Instagram" maxlength={100} />
			<Select
				of={of}
				name="preferred_communication"
				label="Preferred contact"
				options={[{ value: "", text: "Not known" }, ...wordOptions(preferredCommunications)]}
			/>
			<Select
				of={of}
				name="assigned_artist_id"
				label="Artist"
				options={[{ value: "", text: "Nobody" }, ...selectOptions(artists)]}
			/>
			<Input of={of} name="source" label="Came from" maxlength={100} />
		</div>
		<fieldset class="after" id="address">
			<legend>Address</legend>
			<div class="columns">
				{addressParts.map((part) => (
					<Input of={of} name={`address_${part}`} label={partsInWords[part][0]} maxlength={partsInWords[part][1]} />
				))}
			</div>
		</fieldset>
		<div class="columns">
			<TextArea of={of} name="notes" label="Notes" hint="For the studio only." rows={5} />
			<TextArea of={of} name="tags" label="Tags" hint="One a line." rows={5} />
		</div>
		<div class="columns">
			<Checkbox
				of={of}
				name="do_not_contact"
				label="Do not contact"
				hint="The service sends no mails to this client."
			/>
			<Checkbox of={of} name="marketing_consent" label="Agreed to receive offers" />
		</div>
	</>
);
