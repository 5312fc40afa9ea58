import { artistFields } from "../../../domain/studio/artists/fields.ts";
import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input, Submit } from "../../ui/components/fields.tsx";
import { FieldInputs } from "../fields/inputs.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { fieldOf, weekdayNames, weekdays } from "./hours.ts";
import { path, pathOf } from "./paths.ts";

interface ArtistFormProps {
	visit: Visit;
	of: FormState;
	shops: Named[];
	artist?: Artist;
}

const backTo = (visit: Visit, artist: Artist | undefined) =>
	artist ? { href: visit.to(pathOf(artist)), text: artist.name } : { href: visit.to(path), text: "Artists" };

export const ArtistForm = ({ visit, of, shops, artist }: ArtistFormProps) => (
	<>
		<Title text={artist ? `Edit ${artist.name}` : "New artist"} back={backTo(visit, artist)} />
		<Panel>
			<form method="post" action={visit.to(artist ? `${pathOf(artist)}/edit` : `${path}/new`)}>
				<FaultSummary of={of} />
				{!artist && <FormId />}
				<FieldInputs
					of={of}
					fields={artistFields}
					choices={{ shop: shops }}
					noZone={artist ? undefined : "The shop's or the studio's"}
					slugHint={`The end of ${visit.ctx.settings.bookingUrl}/… Lower-case letters, digits and hyphens. Empty: ${artist ? "the slug stays" : "made from the name"}.`}
				/>
				<Submit back={backTo(visit, artist).href}>{artist ? "Save" : "Create"}</Submit>
			</form>
		</Panel>
	</>
);

interface OfArtistProps {
	visit: Visit;
	of: FormState;
	artist: Artist;
}

export const HoursForm = ({ visit, of, artist }: OfArtistProps) => (
	<>
		<Title
			text={`Working hours of ${artist.name}`}
			back={backTo(visit, artist)}
			lead={`In ${artist.timezone.replaceAll("_", " ")}. Existing appointments stay.`}
		/>
		<Panel>
			<form method="post" action={visit.to(`${pathOf(artist)}/hours`)}>
				<FaultSummary of={of} />
				<p>
					Write ranges such as <code>10:00-13:00, 14:00-18:00</code>. A range may go over midnight, such as{" "}
					<code>20:00-02:00</code>. An empty day is closed.
				</p>
				<div class="narrow">
					{weekdays.map((weekday) => (
						<Input of={of} name={fieldOf(weekday)} label={weekdayNames[weekday]} placeholder="Closed" maxlength={500} />
					))}
				</div>
				<Submit back={backTo(visit, artist).href}>Save</Submit>
			</form>
		</Panel>
	</>
);

export const BlockForm = ({ visit, of, artist }: OfArtistProps) => (
	<>
		<Title
			text={`New time block of ${artist.name}`}
			back={backTo(visit, artist)}
			lead="Nobody can book an event type in this time. Existing appointments stay."
		/>
		<Panel>
			<form method="post" action={visit.to(`${pathOf(artist)}/time_blocks/new`, { day: visit.c.req.query("day") })}>
				<FaultSummary of={of} />
				<FormId />
				<div class="columns">
					<Input
						of={of}
						name="start_at"
						label="From"
						type="datetime-local"
						hint={`In ${artist.timezone.replaceAll("_", " ")}.`}
						required
					/>
					<Input of={of} name="end_at" label="To" type="datetime-local" hint="At most 366 days later." required />
				</div>
				<div class="narrow">
					<Input of={of} name="reason" label="Reason" hint="Optional. Only the studio reads it." maxlength={500} />
				</div>
				<Submit back={backTo(visit, artist).href}>Create</Submit>
			</form>
		</Panel>
	</>
);

export const CalendarForm = ({ visit, of, artist }: OfArtistProps) => (
	<>
		<Title
			text={`External calendar of ${artist.name}`}
			back={backTo(visit, artist)}
			lead="The service reads it at once and then every 15 minutes. Its busy times cannot be booked here."
		/>
		<Panel>
			<form method="post" action={visit.to(`${pathOf(artist)}/external_calendar`)} class="narrow">
				<FaultSummary of={of} />
				<Input
					of={of}
					name="ics_url"
					label="Calendar address"
					type="url"
					hint="The private address in iCal format, as Google, Apple and Outlook give it. It is kept encrypted."
					required
					maxlength={2000}
				/>
				<Submit back={backTo(visit, artist).href}>Save</Submit>
			</form>
		</Panel>
	</>
);
