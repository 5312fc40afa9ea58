import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { type AppointmentRecord, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import { notPaid } from "../../../domain/booking/deposits/unpaid.ts";
import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { Badge, Facts, Panel, Title } from "../../ui/components/elements.tsx";
import { path, pathOf } from "../calendar/paths.ts";
import { zoneName } from "../calendar/words.ts";
import { LocalTime } from "../components/local-time.tsx";
import { acts } from "../deposits/acts.tsx";
import { DepositPanel } from "../deposits/panel.tsx";
import { moneyText } from "../forms/money.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FoundPictures } from "../pictures/found.tsx";
import { UndoForm } from "./after-move.tsx";
import { MissingPanel } from "./missing.tsx";
import { timesOf } from "./times.ts";

const states = {
	SCHEDULED: { tone: "info", text: "Scheduled" },
	COMPLETED: { tone: "good", text: "Completed" },
	CANCELLED: { tone: "bad", text: "Cancelled" },
	NO_SHOW: { tone: "warn", text: "No show" },
} as const;

const doneWords = (record: AppointmentRecord) => ({
	booked: "The appointment has been booked.",
	moved: "The appointment has been moved. The client got no mail.",
	moved_told: "The appointment has been moved, and the client got a mail with the new time.",
	handed_over: `The appointment has been handed over to ${record.artist.name}. The client got no mail.`,
	handed_over_told: `The appointment has been handed over to ${record.artist.name}, and the client got a mail.`,
	again: "The appointment has been scheduled again.",
	cancelled: `The appointment has been cancelled, and the time is free. ${
		isToldOfCancellation(record) ? "The client gets a mail." : "The client gets no mail."
	}`,
	no_show: "The appointment has been marked as a no show.",
	completed: "The appointment has been completed.",
	changed: "The appointment has been changed.",
	fee_refunded: "The refund of the cancellation fee has been noted.",
	deposit_edit: "The deposit has been changed.",
	...Object.fromEntries(acts.map(({ step, done }) => [`deposit_${step}`, done])),
});

/** Contract: Dashboard 33, Appointments 23. */
const isToldOfCancellation = ({ appointment, client }: AppointmentRecord): boolean =>
	client !== null &&
	!client.isBlocked &&
	!client.doNotContact &&
	appointment.cancelled_at !== null &&
	appointment.cancelled_at < appointment.start_at;

const minutesOf = ({ start_at, end_at }: Appointment) => (Date.parse(end_at) - Date.parse(start_at)) / minuteMs;

interface Props {
	visit: Visit;
	record: AppointmentRecord;
	pictures: readonly FoundPicture[];
}

export const AppointmentPage = ({ visit, record, pictures }: Props) => {
	const { appointment, artist, client, shop, type, details } = record;
	const { timezone: zone } = artist;
	const { tone, text } = states[appointment.status];
	const fee = appointment.cancellation_fee;
	const metadata = Object.entries(appointment.metadata);
	return (
		<>
			<Title
				text={nameOf(record)}
				back={{
					href: visit.to(path, { artist_id: appointment.artist_id, week: localDate(appointment, zone) }),
					text: "Calendar",
				}}
				beside={<Badge tone={tone}>{text}</Badge>}
				lead={timesOf(appointment, zone)}
			>
				<Actions visit={visit} appointment={appointment} />
			</Title>
			<DoneNote visit={visit} words={doneWords(record)}>
				<UndoForm visit={visit} of={appointment} />
			</DoneNote>
			<MissingPanel visit={visit} record={record} />
			<Panel>
				<Facts
					of={[
						["Title", appointment.title],
						["Artist", <a href={visit.to(`/dashboard/artists/${appointment.artist_id}`)}>{artist.name}</a>],
						[
							"Client",
							client ? (
								<>
									<a href={visit.to(`/dashboard/clients/${appointment.client_id}`)}>{nameOf(record)}</a>
									<br />
									{client.email}
									{client.phone && (
										<>
											{" · "}
											<span class="unbroken">{client.phone}</span>
										</>
									)}
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
						["Begins", <LocalTime at={appointment.start_at} zone={zone} withUtc />],
						["Ends", <LocalTime at={appointment.end_at} zone={zone} withUtc />],
						["Length", `${minutesOf(appointment)} minutes`],
						["Time zone", zoneName(zone)],
						["Shop", shop],
						["Place", appointment.location],
						Boolean(appointment.placement || details?.allowed_placements.length) && [
							"Place on the body",
							appointment.placement,
						],
						details?.requires_consent === true && [
							"Consent",
							record.consentSignedAt ? (
								<>
									Signed on <LocalTime at={record.consentSignedAt} zone={zone} precision="day" />
								</>
							) : (
								"Not signed"
							),
						],
						["Price", moneyText(appointment.price_amount, appointment.currency)],
						["Notes", appointment.notes && <span class="pre">{appointment.notes}</span>],
					]}
				/>
			</Panel>
			{appointment.deposit && <DepositPanel visit={visit} record={record} deposit={appointment.deposit} />}
			<FoundPictures visit={visit} found={pictures} lead="Sent with the request and the forms of this appointment." />
			{(appointment.cancelled_at || appointment.cancellation_reason || fee) && (
				<Panel
					title="Cancellation"
					actions={
						fee?.status === "CHARGED" && (
							<a class="button" href={visit.to(`${pathOf(appointment)}/refund_fee`)}>
								Refund the fee
							</a>
						)
					}
				>
					<Facts
						of={[
							["Cancelled", <LocalTime at={appointment.cancelled_at} zone={zone} withUtc />],
							["Reason", reasonWords(appointment)],
							fee && ["Fee", `${moneyText(fee.amount, fee.currency)}, ${fee.status.toLowerCase()}`],
							fee && ["Charged", <LocalTime at={fee.charged_at} zone={zone} withUtc />],
							fee?.refunded_at ? ["Refunded", <LocalTime at={fee.refunded_at} zone={zone} withUtc />] : null,
						]}
					/>
				</Panel>
			)}
			<Panel title="Record">
				<Facts
					of={[
						["Id", <code>{appointment.id}</code>],
						["Id in the CRM", appointment.crm_appointment_id && <code>{appointment.crm_appointment_id}</code>],
						["Booked", <LocalTime at={appointment.created_at} zone={zone} withUtc />],
						["Last change", <LocalTime at={appointment.updated_at} zone={zone} withUtc />],
						metadata.length > 0 && [
							"Metadata",
							<code>{metadata.map(([name, value]) => `${name}: ${value}`).join("\n")}</code>,
						],
						visit.studio.role === "OWNER" && [
							"History",
							<a href={visit.to("/dashboard/audit_log", { resource_id: appointment.id })}>
								All changes and their events
							</a>,
						],
					]}
				/>
			</Panel>
		</>
	);
};

const reasonWords = ({ cancellation_reason: reason }: Appointment): string | null =>
	reason === notPaid ? "The deposit was not paid in time, so the service cancelled it." : reason;

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
	const completed = (
		<a class="button" href={at("completed")}>
			Completed
		</a>
	);
	const noShow = (
		<a class="button" href={at("no_show")}>
			No show
		</a>
	);
	const cancel = (
		<a class="button danger" href={at("cancel")}>
			Cancel
		</a>
	);
	if (appointment.status !== "SCHEDULED") {
		const hasBegun = Date.parse(appointment.start_at) <= visit.ctx.now;
		return (
			<>
				<a class="button primary" href={at("book")}>
					Book again
				</a>
				{edit}
				{hasBegun && completed}
				{appointment.status === "NO_SHOW" ? cancel : hasBegun && noShow}
			</>
		);
	}
	return (
		<>
			<a class="button primary" href={at("move")}>
				Move
			</a>
			<a class="button" href={at("hand_over")}>
				Hand over
			</a>
			{edit}
			{completed}
			{noShow}
			{cancel}
		</>
	);
};
