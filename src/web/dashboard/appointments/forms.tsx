import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { type AppointmentRecord, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Select, Submit } from "../../ui/components/fields.tsx";
import { pathOf } from "../calendar/paths.ts";
import { DefaultButton } from "../forms/default-button.tsx";
import type { Visit } from "../frame/visit.ts";
import { addressBack } from "./after-move.tsx";
import { AppointmentFields } from "./book-page.tsx";
import { MoveButtons, Outcome, outcomeOf } from "./check-move.tsx";
import { RefusedSlot } from "./refused-slot.tsx";
import { PlacementField, TimeFields, typeOptions } from "./time-fields.tsx";
import { timesOf } from "./times.ts";

/** The version that the person sees. The form is refused if the appointment has changed since. */
export const SeenVersion = ({ of: { updated_at } }: { of: Appointment }) => (
	<input type="hidden" name="seen" value={updated_at} />
);

interface TimeProps {
	visit: Visit;
	record: AppointmentRecord;
	of: FormState;
	/** The step `book` schedules a cancelled appointment again. */
	step: "move" | "book";
}

export const TimePage = ({ visit, record, of, step }: TimeProps) => {
	const { appointment, artist } = record;
	const verb = step === "move" ? "Move" : "Book";
	const action = visit.to(`${pathOf(appointment)}/${step}`);
	const outcome = outcomeOf(of);
	return (
		<>
			<Title
				text={step === "move" ? `Move ${nameOf(record)}` : `Book ${nameOf(record)} again`}
				back={{ href: visit.to(pathOf(appointment)), text: nameOf(record) }}
				lead={`With ${artist.name}. ${step === "move" ? "Now" : "Before"}: ${timesOf(appointment, artist.timezone)}.`}
			/>
			<Panel>
				<div data-dialog>
					{outcome ? (
						<Outcome visit={visit} record={record} of={of} outcome={outcome} action={action} verb={verb} />
					) : (
						<form method="post" action={action}>
							<DefaultButton verb={verb} />
							<RefusedSlot of={of} timezone={artist.timezone} verb={verb} />
							<SeenVersion of={appointment} />
							<div class="columns">
								<TimeFields of={of} timezone={artist.timezone} />
								{record.details && record.details.allowed_placements.length > 0 && (
									<PlacementField of={of} types={[{ id: appointment.event_type_id ?? "", ...record.details }]} />
								)}
							</div>
							<p class="dim after">
								{step === "move"
									? "The client gets a mail with the new time and a calendar file, unless the client is blocked or wants no mails."
									: "No mail is sent to the client."}
							</p>
							<MoveButtons of={of} verb={verb} back={addressBack(visit, of.values, appointment)} />
						</form>
					)}
				</div>
			</Panel>
		</>
	);
};

interface EditProps {
	visit: Visit;
	record: AppointmentRecord;
	of: FormState;
	types: EventType[];
}

export const EditPage = ({ visit, record, of, types }: EditProps) => {
	const { appointment, artist } = record;
	const given = typeOptions(types);
	const own = appointment.event_type_id;
	// An appointment keeps its event type even if that is inactive now.
	const options =
		own === null || given.some(({ value }) => value === own)
			? given
			: [...given, { value: own, text: record.type ?? own }];
	return (
		<>
			<Title
				text={`Edit ${nameOf(record)}`}
				back={{ href: visit.to(pathOf(appointment)), text: nameOf(record) }}
				lead={timesOf(appointment, artist.timezone)}
			/>
			<Panel>
				<form method="post" action={visit.to(`${pathOf(appointment)}/edit`)}>
					{of.extra?.code === "slot_unavailable" ? <SlotUnavailable of={of} /> : <FaultSummary of={of} />}
					<SeenVersion of={appointment} />
					<div class="narrow">
						<Select
							of={of}
							name="event_type_id"
							label="Event type"
							hint="Another event type is checked like a new booking."
							options={options}
						/>
					</div>
					<AppointmentFields of={of} types={types} />
					<Submit back={visit.to(pathOf(appointment))}>Save</Submit>
				</form>
			</Panel>
		</>
	);
};

/** Offers no other times: to move the appointment is another form. */
const SlotUnavailable = ({ of }: { of: FormState }) => (
	<div class="alarm" role="alert">
		<p>{of.faults?.summary}</p>
		<p>Move the appointment first, or keep its event type.</p>
	</div>
);
