import type { NamedAppointment } from "../../../domain/booking/appointments/named-appointments.ts";
import type { EventOfClient } from "../../../domain/clients/clients/belongings.ts";
import { clientFields } from "../../../domain/clients/clients/fields.ts";
import type { Client } from "../../../domain/clients/clients/schema.ts";
import type { Idea } from "../../../domain/clients/ideas/schema.ts";
import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import type { NamedArtist } from "../../../domain/studio/names.ts";
import { Empty, Facts, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { AppointmentTable } from "../appointments/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { inWords, nameOf } from "../components/words.ts";
import { factsOf } from "../fields/facts.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf as leadPath } from "../leads/paths.ts";
import { FoundPictures } from "../pictures/found.tsx";
import { Events } from "./events.tsx";
import { Ideas } from "./ideas/list.tsx";
import { Flags } from "./list.tsx";
import { path, pathOf } from "./paths.ts";
import { PersonalData } from "./personal-data/panel.tsx";
import { Submissions, type SubmissionsOfClient } from "./submissions.tsx";

export interface ClientProps {
	visit: Visit;
	client: Client;
	artists: readonly NamedArtist[];
	appointments: { rows: readonly NamedAppointment[]; more: boolean };
	ideas: readonly Idea[];
	leads: readonly Lead[];
	submissions: SubmissionsOfClient;
	events: readonly EventOfClient[];
	pictures: readonly FoundPicture[];
}

const done = {
	created: "The client has been created.",
	changed: "The client has been changed.",
	blocked: "The client has been blocked. The service sends them no mails.",
	unblocked: "The client is no longer blocked.",
	merged: "The records of the other client have been moved here.",
	converted: "The lead is now a client.",
	idea: "The idea has been saved.",
	idea_archived: "The idea has been archived.",
	idea_unarchived: "The idea is no longer archived.",
	idea_deleted: "The idea has been deleted.",
};

export const ClientPage = (props: ClientProps) => {
	const { visit, client, artists, appointments, ideas, leads, submissions, events, pictures } = props;
	const at = (step: string) => visit.to(`${pathOf(client.id)}/${step}`);
	return (
		<>
			<Title text={nameOf(client)} back={{ href: visit.to(path), text: "Clients" }} beside={<Flags client={client} />}>
				<a class="button" href={visit.to("/dashboard/calendar/new", { client_id: client.id })}>
					Book
				</a>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				{client.is_blocked ? (
					<PostButton action={at("unblock")}>Unblock</PostButton>
				) : (
					<PostButton action={at("block")}>Block</PostButton>
				)}
				<a class="button" href={at("merge")}>
					Merge
				</a>
				<a class="button danger" href={at("delete")}>
					Delete
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Contact visit={visit} client={client} artists={artists} />
			<Appointments visit={visit} {...appointments} />
			<Ideas visit={visit} client={client} ideas={ideas} artists={artists} />
			<FoundPictures
				visit={visit}
				found={pictures}
				lead="The newest pictures of the client's ideas, forms and leads."
			/>
			<Submissions visit={visit} {...submissions} />
			{leads.length > 0 && <Leads visit={visit} leads={leads} />}
			<Events visit={visit} events={events} />
			{visit.studio.role === "OWNER" && <PersonalData visit={visit} client={client} />}
		</>
	);
};

/** The title has the name, and its badges have the flags. */
const shownApart: ReadonlySet<string> = new Set(["first_name", "last_name", "is_blocked", "do_not_contact", "source"]);
const contactNames = Object.keys(clientFields).filter((name) => !shownApart.has(name));

const Contact = ({ visit, client, artists }: Pick<ClientProps, "visit" | "client" | "artists">) => {
	const zone = visit.studio.timezone;
	return (
		<Panel>
			<Facts
				of={[
					...factsOf(client, { fields: clientFields, names: contactNames, choices: { artist: artists } }),
					client.source !== null && [clientFields.source.label, inWords(client.source)],
					...Object.entries(client.metadata).map(([name, value]) => [name, <code>{value}</code>] as const),
					["Client since", <LocalTime at={client.created_at} zone={zone} precision="day" />],
					["Id", <code>{client.id}</code>],
				]}
			/>
		</Panel>
	);
};

const Appointments = ({ visit, rows, more }: { visit: Visit } & ClientProps["appointments"]) => {
	const isAhead = ({ appointment }: NamedAppointment) => Date.parse(appointment.end_at) > visit.ctx.now;
	const byStart = [...rows].sort((a, b) => (a.appointment.start_at < b.appointment.start_at ? -1 : 1));
	const ahead = byStart.filter(isAhead);
	const past = byStart.filter((one) => !isAhead(one)).reverse();
	return (
		<Panel
			title="Appointments"
			lead={more ? `The latest ${rows.length} bookings.` : undefined}
			actions={<a href={visit.to("/dashboard/calendar")}>Open the calendar</a>}
		>
			{rows.length === 0 && (
				<Empty title="No appointments">Book one in the calendar. It appears here with its state.</Empty>
			)}
			{ahead.length > 0 && (
				<>
					<h3>Upcoming</h3>
					<AppointmentTable visit={visit} label="Upcoming appointments" rows={ahead} withClient={false} />
				</>
			)}
			{past.length > 0 && (
				<>
					<h3 class={ahead.length > 0 ? "after" : undefined}>Past</h3>
					<AppointmentTable visit={visit} label="Past appointments" rows={past} withClient={false} />
				</>
			)}
		</Panel>
	);
};

const Leads = ({ visit, leads }: Pick<ClientProps, "visit" | "leads">) => (
	<Panel title="Leads">
		<Table
			label="Leads that became this client"
			rows={leads}
			columns={[
				{
					head: "Asked",
					kind: "lead",
					cell: ({ id, created_at }) => (
						<a href={visit.to(leadPath(id))}>
							<LocalTime at={created_at} zone={visit.studio.timezone} />
						</a>
					),
				},
				{ head: "Stage", cell: ({ stage }) => inWords(stage) },
				{ head: "From", cell: ({ source }) => (source ? inWords(source) : "–") },
				{ head: "Message", cell: ({ message }) => message ?? "–" },
			]}
		/>
	</Panel>
);
