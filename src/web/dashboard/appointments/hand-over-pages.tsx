import { type AppointmentRecord, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { Empty, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Select, Submit } from "../../ui/components/fields.tsx";
import { pathOf } from "../calendar/paths.ts";
import { DefaultButton } from "../forms/default-button.tsx";
import { selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { addressBack } from "./after-move.tsx";
import { MoveButtons, Outcome, outcomeOf } from "./check-move.tsx";
import { SeenVersion } from "./forms.tsx";
import { RefusedSlot } from "./refused-slot.tsx";
import { PlacementField, TimeFields, TypeField } from "./time-fields.tsx";
import { timesOf } from "./times.ts";

interface Props {
	visit: Visit;
	record: AppointmentRecord;
}

const HandOverTitle = ({ visit, record, text }: Props & { text: string }) => (
	<Title
		text={text}
		back={{ href: visit.to(pathOf(record.appointment)), text: nameOf(record) }}
		lead={`Now with ${record.artist.name}: ${timesOf(record.appointment, record.artist.timezone)}.`}
	/>
);

export const ChooseOtherArtist = ({ visit, record, others }: Props & { others: Named[] }) => (
	<>
		<HandOverTitle visit={visit} record={record} text={`Hand over ${nameOf(record)}`} />
		<Panel>
			{others.length === 0 ? (
				<Empty
					title="No other artist"
					actions={
						<a class="button" href={visit.to("/dashboard/artists/new")}>
							New artist
						</a>
					}
				>
					No other artist of the studio is active.
				</Empty>
			) : (
				<form method="get" action={`${pathOf(record.appointment)}/hand_over`} class="narrow">
					<input type="hidden" name="studio" value={visit.studio.id} />
					<Select of={{ values: {} }} name="artist_id" label="New artist" options={selectOptions(others)} />
					<Submit back={visit.to(pathOf(record.appointment))}>Continue</Submit>
				</form>
			)}
		</Panel>
	</>
);

interface HandOverProps extends Props {
	of: FormState;
	artist: Artist;
	types: EventType[];
}

export const HandOverPage = ({ visit, record, of, artist, types }: HandOverProps) => (
	<>
		<HandOverTitle visit={visit} record={record} text={`Hand over ${nameOf(record)} to ${artist.name}`} />
		<Panel>
			<div data-dialog>
				<HandOverForm visit={visit} record={record} of={of} artist={artist} types={types} />
			</div>
		</Panel>
	</>
);

const HandOverForm = ({ visit, record, of, artist, types }: HandOverProps) => {
	const action = visit.to(`${pathOf(record.appointment)}/hand_over`, { artist_id: artist.id });
	const outcome = outcomeOf(of);
	if (outcome)
		return (
			<Outcome
				visit={visit}
				record={record}
				of={of}
				outcome={outcome}
				artist={artist}
				action={action}
				verb="Hand over"
			/>
		);
	return (
		<form method="post" action={action}>
			<DefaultButton verb="Hand over" />
			<RefusedSlot of={of} timezone={artist.timezone} verb="Hand over for" />
			<SeenVersion of={record.appointment} />
			<div class="columns">
				<TypeField of={of} types={types} />
				<TimeFields of={of} timezone={artist.timezone} />
				<PlacementField of={of} types={types} />
			</div>
			<p class="dim after">
				The client gets one mail with both artists, the time and a calendar file, unless the client is blocked or wants
				no mails.
			</p>
			<MoveButtons of={of} verb="Hand over" back={addressBack(visit, of.values, record.appointment)} />
		</form>
	);
};
