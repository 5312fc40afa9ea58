import type { Client } from "../../../domain/clients/clients/schema.ts";
import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { maxLocationChars } from "../../../platform/http/fields/fields.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import {
	type FormState,
	firstValue,
	Input,
	OptionGroup,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { path } from "../calendar/paths.ts";
import { DefaultButton } from "../forms/default-button.tsx";
import { FormId } from "../forms/form-id.tsx";
import { NoArtists } from "../forms/no-artists.tsx";
import { selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { RefusedSlot } from "./refused-slot.tsx";
import { PlacementField, TimeFields, TypeField } from "./time-fields.tsx";

const back = (visit: Visit, artistId?: string) => ({
	href: visit.to(path, { artist_id: artistId }),
	text: "Calendar",
});

export const ChooseArtist = ({ visit, artists }: { visit: Visit; artists: Named[] }) => (
	<>
		<Title text="Book an appointment" back={back(visit)} />
		<Panel>
			{artists.length === 0 ? (
				<NoArtists visit={visit}>An appointment needs an artist. Create one first.</NoArtists>
			) : (
				<form method="get" action={`${path}/new`} class="narrow">
					<input type="hidden" name="studio" value={visit.studio.id} />
					{["client_id", "day", "time"].map((name) => {
						const value = visit.c.req.query(name);
						return value && <input type="hidden" name={name} value={value} />;
					})}
					<Select of={{ values: {} }} name="artist_id" label="Artist" options={selectOptions(artists)} />
					<Submit back={visit.to(path)}>Continue</Submit>
				</form>
			)}
		</Panel>
	</>
);

/** The day and the time that the address names. */
function placeIn({ c }: Visit) {
	const { day, time } = c.req.query();
	return { day, time };
}

interface BookProps {
	visit: Visit;
	of: FormState;
	artist: Artist;
	types: EventType[];
	/** The results of the search, or the chosen client. */
	clients: Client[];
}

export const BookPage = ({ visit, of, artist, types, clients }: BookProps) => (
	<>
		<Title text={`Book with ${artist.name}`} back={back(visit, artist.id)}>
			<a class="button" href={visit.to(`/dashboard/artists/${artist.id}/time_blocks/new`, placeIn(visit))}>
				Block time instead
			</a>
			<a class="button" href={visit.to(`${path}/new`, placeIn(visit))}>
				Another artist
			</a>
		</Title>
		<Panel>
			<form method="post" action={visit.to(`${path}/new`, { artist_id: artist.id })}>
				<DefaultButton verb="Book" />
				<RefusedSlot of={of} timezone={artist.timezone} verb="Book" />
				<FormId />
				<ClientFields of={of} clients={clients} />
				<div class="columns after">
					<TypeField of={of} types={types} />
					<TimeFields of={of} timezone={artist.timezone} minutesHint="Empty: the length of the event type." />
				</div>
				<details class="more" open={Object.keys(of.faults?.fields ?? {}).some((name) => optional.includes(name))}>
					<summary>Title, place, price and notes</summary>
					<AppointmentFields of={of} types={types} />
				</details>
				<Submit back={back(visit, artist.id).href}>Book</Submit>
			</form>
		</Panel>
	</>
);

const optional = ["title", "location", "placement", "price_amount", "currency", "notes"];

const newcomerFields = ["first_name", "date_of_birth"];

const ClientFields = ({ of, clients }: { of: FormState; clients: Client[] }) => (
	<>
		{clients.length > 0 && (
			<div id="client_id">
				<OptionGroup
					of={of}
					name="client_id"
					legend="Client"
					type="radio"
					options={[
						...clients.map(({ id, first_name, last_name, email, phone }) => ({
							value: id,
							text: [first_name, last_name].filter(Boolean).join(" "),
							hint: [email, phone].filter(Boolean).join(" · "),
						})),
						{ value: "", text: "Another client", hint: "Search again, or type another email below." },
					]}
				/>
			</div>
		)}
		<div class="with-button">
			<Input
				of={of}
				name="client"
				label={clients.length > 0 ? "Another client" : "Client"}
				hint="Part of a name, email or phone. For a new client: the whole email."
				maxlength={254}
			/>
			<button type="submit" name="search" value="true">
				Search
			</button>
		</div>
		<details class="more" open={newcomerFields.some((name) => of.faults?.fields[name] || firstValue(of, name))}>
			<summary>A new client</summary>
			<div class="columns">
				<Input of={of} name="first_name" label="First name" maxlength={200} />
				<Input of={of} name="last_name" label="Last name" maxlength={200} />
				<Input of={of} name="phone" label="Phone" type="tel" maxlength={50} />
				<Input of={of} name="date_of_birth" label="Date of birth" type="date" />
			</div>
		</details>
	</>
);

/** The optional fields of a new appointment and of a changed one. */
export const AppointmentFields = ({ of, types }: { of: FormState; types: EventType[] }) => (
	<>
		<div class="columns">
			<Input of={of} name="title" label="Title" maxlength={200} />
			<Input of={of} name="location" label="Place" maxlength={maxLocationChars} />
			<PlacementField of={of} types={types} />
		</div>
		<div class="columns">
			<Input of={of} name="price_amount" label="Price" hint="Such as 120.00." />
			<Input of={of} name="currency" label="Currency" hint="Such as EUR." maxlength={3} />
		</div>
		<TextArea of={of} name="notes" label="Notes" hint="Only the studio reads them." rows={4} />
	</>
);
