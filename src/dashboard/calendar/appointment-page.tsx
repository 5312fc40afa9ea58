import { minuteMs } from "../../lib/time.ts";
import { type Filled, Input, Refusal, Select } from "../../pages/components/fields.tsx";
import { Badge, Facts, Panel, Title } from "../../pages/components/parts.tsx";
import type { Appointment } from "../../resources/appointments/schema.ts";
import type { EventType } from "../../resources/event-types/schema.ts";
import { Done } from "../area.tsx";
import { moneyText } from "../money.ts";
import type { Visit } from "../visit.ts";
import { When } from "../when.tsx";
import { AppointmentFields, typeOptions } from "./book-page.tsx";
import { path, pathOf } from "./paths.ts";
import { type Found, nameOf } from "./read-one.ts";
import { EnterPresses, RefusedTime } from "./refused-slot.tsx";
import { clockTime, dayAndTime, zoneName } from "./words.ts";

const states = {
	SCHEDULED: { tone: "info", text: "Scheduled" },
	COMPLETED: { tone: "good", text: "Completed" },
	CANCELLED: { tone: "bad", text: "Cancelled" },
	NO_SHOW: { tone: "warn", text: "No show" },
} as const;

const done = {
	booked: "The appointment is booked.",
	moved: "The appointment is moved. No mail was sent to the client.",
	moved_told: "The appointment is moved, and the client got a mail with the new time.",
	again: "The appointment is scheduled again.",
	cancelled: "The appointment is cancelled, and the time is free. No mail was sent to the client.",
	no_show: "The appointment is marked as a no show.",
	completed: "The appointment is completed.",
	changed: "The appointment is changed.",
};

const minutesOf = ({ start_at, end_at }: Appointment) => (Date.parse(end_at) - Date.parse(start_at)) / minuteMs;

/** Such as `Monday, 23 November 2026, 10:00–11:00`. */
export const timesOf = ({ start_at, end_at }: Appointment, timezone: string): string => {
	const [start, end] = [Date.parse(start_at), Date.parse(end_at)];
	const [from, to] = [dayAndTime(start, timezone), dayAndTime(end, timezone)];
	const sameDay = from.slice(0, from.lastIndexOf(",")) === to.slice(0, to.lastIndexOf(","));
	return sameDay ? `${from}–${clockTime(end, timezone)}` : `${from} to ${to}`;
};

export const AppointmentPage = ({ visit, found }: { visit: Visit; found: Found }) => {
	const { appointment, artist, client, shop, type } = found;
	const { timezone: zone } = artist;
	const { tone, text } = states[appointment.status];
	const fee = appointment.cancellation_fee;
	const metadata = Object.entries(appointment.metadata);
	return (
		<>
			<Title
				text={nameOf(found)}
				back={{
					href: visit.to(path, { artist_id: appointment.artist_id, week: localDate(appointment, zone) }),
					text: "Calendar",
				}}
				beside={<Badge tone={tone}>{text}</Badge>}
				lead={timesOf(appointment, zone)}
			>
				<Actions visit={visit} appointment={appointment} />
			</Title>
			<Done visit={visit} words={done} />
			<Panel>
				<Facts
					of={[
						["Title", appointment.title],
						["Artist", <a href={visit.to(`/dashboard/artists/${appointment.artist_id}`)}>{artist.name}</a>],
						[
							"Client",
							client ? (
								<>
									<a href={visit.to(`/dashboard/clients/${appointment.client_id}`)}>{nameOf(found)}</a>
									<br />
									{client.email}
									{client.phone && ` · ${client.phone}`}
								</>
							) : (
								"This client was deleted."
							),
						],
						[
							"Event type",
							appointment.event_type_id && (
								<a href={visit.to(`/dashboard/event_types/${appointment.event_type_id}`)}>{type}</a>
							),
						],
						["Begins", <When at={appointment.start_at} zone={zone} withUtc />],
						["Ends", <When at={appointment.end_at} zone={zone} withUtc />],
						["Length", `${minutesOf(appointment)} minutes`],
						["Time zone", zoneName(zone)],
						["Shop", shop],
						["Place", appointment.location],
						["Price", moneyText(appointment.price_amount, appointment.currency)],
						["Notes", appointment.notes && <span class="pre">{appointment.notes}</span>],
					]}
				/>
			</Panel>
			{(appointment.cancelled_at || appointment.cancellation_reason || fee) && (
				<Panel title="Cancellation">
					<Facts
						of={[
							["Cancelled", <When at={appointment.cancelled_at} zone={zone} withUtc />],
							["Reason", appointment.cancellation_reason],
							fee && ["Fee", `${moneyText(fee.amount, fee.currency)}, ${fee.status.toLowerCase()}`],
							fee && ["Charged", <When at={fee.charged_at} zone={zone} withUtc />],
							fee?.refunded_at ? ["Refunded", <When at={fee.refunded_at} zone={zone} withUtc />] : null,
						]}
					/>
				</Panel>
			)}
			<Panel title="Record">
				<Facts
					of={[
						["Id", <code>{appointment.id}</code>],
						["Id elsewhere", appointment.crm_appointment_id && <code>{appointment.crm_appointment_id}</code>],
						["Booked", <When at={appointment.created_at} zone={zone} withUtc />],
						["Last change", <When at={appointment.updated_at} zone={zone} withUtc />],
						metadata.length > 0 && [
							"Metadata",
							<code>{metadata.map(([name, value]) => `${name}: ${value}`).join("\n")}</code>,
						],
						visit.studio.role === "OWNER" && [
							"History",
							<a href={visit.to("/dashboard/audit_log", { resource_id: appointment.id })}>
								Who changed it, and the events of each change
							</a>,
						],
					]}
				/>
			</Panel>
		</>
	);
};

const localDate = ({ start_at }: Appointment, zone: string): string =>
	new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(Date.parse(start_at));

const Actions = ({ visit, appointment }: { visit: Visit; appointment: Appointment }) => {
	const at = (step: string) => visit.to(`${pathOf(appointment)}/${step}`);
	const edit = (
		<a class="button" href={at("edit")}>
			Edit
		</a>
	);
	if (appointment.status === "COMPLETED") return edit;
	if (appointment.status !== "SCHEDULED")
		return (
			<>
				<a class="button primary" href={at("book")}>
					Book again
				</a>
				{edit}
			</>
		);
	return (
		<>
			<a class="button primary" href={at("move")}>
				Move
			</a>
			{edit}
			<a class="button" href={at("completed")}>
				Completed
			</a>
			<a class="button" href={at("no_show")}>
				No show
			</a>
			<a class="button danger" href={at("cancel")}>
				Cancel
			</a>
		</>
	);
};

/** The state that the person sees. What changed meanwhile is not changed over it. */
export const Seen = ({ of: { updated_at } }: { of: Appointment }) => (
	<input type="hidden" name="seen" value={updated_at} />
);

interface TimeProps {
	visit: Visit;
	found: Found;
	of: Filled;
	/** `book`: a cancelled appointment is scheduled again. */
	step: "move" | "book";
}

export const TimePage = ({ visit, found, of, step }: TimeProps) => {
	const { appointment, artist } = found;
	const verb = step === "move" ? "Move" : "Book";
	return (
		<>
			<Title
				text={step === "move" ? `Move ${nameOf(found)}` : `Book ${nameOf(found)} again`}
				back={{ href: visit.to(pathOf(appointment)), text: nameOf(found) }}
				lead={`With ${artist.name}. ${step === "move" ? "Now" : "Before"}: ${timesOf(appointment, artist.timezone)}.`}
			/>
			<Panel>
				<form method="post" action={visit.to(`${pathOf(appointment)}/${step}`)}>
					<EnterPresses verb={verb} />
					<RefusedTime of={of} timezone={artist.timezone} verb={verb} />
					<Seen of={appointment} />
					<div class="columns">
						<Input
							of={of}
							name="start_at"
							label="Date and time"
							type="datetime-local"
							hint={`In ${zoneName(artist.timezone)}.`}
						/>
						<Input of={of} name="minutes" label="Length in minutes" type="number" min={1} />
					</div>
					<p class="dim after">
						{step === "move"
							? "The client gets a mail with the new time and a calendar file, unless the client is blocked or wants no mails."
							: "No mail is sent to the client."}
					</p>
					<div class="actions">
						<button class="primary" type="submit">
							{verb}
						</button>
						<a class="button" href={visit.to(pathOf(appointment))}>
							Back
						</a>
					</div>
				</form>
			</Panel>
		</>
	);
};

interface EditProps {
	visit: Visit;
	found: Found;
	of: Filled;
	types: EventType[];
}

export const EditPage = ({ visit, found, of, types }: EditProps) => {
	const { appointment, artist } = found;
	const given = typeOptions(types);
	const own = appointment.event_type_id;
	// One that is not active any more stays with the appointments that have it.
	const options =
		own === null || given.some(({ value }) => value === own)
			? given
			: [...given, { value: own, text: found.type ?? own }];
	return (
		<>
			<Title
				text={`Edit ${nameOf(found)}`}
				back={{ href: visit.to(pathOf(appointment)), text: nameOf(found) }}
				lead={timesOf(appointment, artist.timezone)}
			/>
			<Panel>
				<form method="post" action={visit.to(`${pathOf(appointment)}/edit`)}>
					{of.extra?.code === "slot_unavailable" ? <NoRoom of={of} /> : <Refusal of={of} />}
					<Seen of={appointment} />
					<div class="narrow">
						<Select
							of={of}
							name="event_type_id"
							label="Event type"
							hint="Another event type is checked like a new booking."
							options={options}
						/>
					</div>
					<AppointmentFields of={of} />
					<div class="actions">
						<button class="primary" type="submit">
							Save
						</button>
					</div>
				</form>
			</Panel>
		</>
	);
};

/** Another time would be another change, so none is offered here. */
const NoRoom = ({ of }: { of: Filled }) => (
	<div class="alarm" role="alert">
		<p>{of.faults?.summary}</p>
		<p>Move the appointment first, or keep its event type.</p>
	</div>
);
