import type { NamedAppointment } from "../../../domain/booking/appointments/named-appointments.ts";
import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { Badge, type Tone } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { inWords } from "../components/words.ts";
import { depositMark } from "../deposits/words.ts";
import type { Visit } from "../frame/visit.ts";

const tones: Record<Appointment["status"], Tone> = {
	SCHEDULED: "info",
	COMPLETED: "good",
	CANCELLED: "plain",
	NO_SHOW: "warn",
};

interface Props {
	visit: Visit;
	label: string;
	rows: readonly NamedAppointment[];
	/** False if all rows are about one client. */
	withClient?: boolean;
}

export const AppointmentTable = ({ visit, label, rows, withClient = true }: Props) => (
	<Table
		label={label}
		rows={rows}
		columns={[
			{
				head: "When",
				kind: "lead",
				cell: ({ appointment }) => (
					<a href={visit.to(`/dashboard/calendar/${appointment.id}`)}>
						<LocalTime at={appointment.start_at} zone={visit.studio.timezone} />
					</a>
				),
			},
			withClient && {
				head: "Client",
				cell: ({ appointment, client }) =>
					client === null ? (
						"Deleted client"
					) : (
						<a href={visit.to(`/dashboard/clients/${appointment.client_id}`)}>{client}</a>
					),
			},
			{ head: "Appointment", cell: ({ appointment, eventType }) => appointment.title ?? eventType ?? "Appointment" },
			{ head: "Artist", cell: ({ artist }) => artist },
			rows.some(({ appointment }) => appointment.status !== "SCHEDULED") && {
				head: "State",
				cell: ({ appointment: { status } }) => <Badge tone={tones[status]}>{inWords(status)}</Badge>,
			},
			rows.some((row) => markOf(visit, row)) && {
				head: "Deposit",
				cell: (row) => <DepositMark visit={visit} row={row} />,
			},
		]}
	/>
);

const markOf = (visit: Visit, { appointment: { deposit, status } }: NamedAppointment) =>
	deposit && depositMark({ ...deposit, due_at: Date.parse(deposit.due_at) }, status, visit.ctx.now);

const DepositMark = ({ visit, row }: { visit: Visit; row: NamedAppointment }) => {
	const mark = markOf(visit, row);
	return mark ? <Badge tone={mark.tone}>{mark.text}</Badge> : null;
};
