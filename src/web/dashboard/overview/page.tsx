import { Empty, Panel, Title } from "../../ui/components/elements.tsx";
import { AppointmentTable } from "../appointments/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { leadDone } from "../leads/lead-card.tsx";
import { Attention } from "./attention.tsx";
import { EventChart, RequestChart } from "./charts.tsx";
import { Deposits } from "./deposits.tsx";
import { NewLeads, OpenRequests } from "./leads.tsx";
import { PlanPanel } from "./plan.tsx";
import type { ApiSection, StudioSection } from "./sections.ts";
import { FirstSteps } from "./steps.tsx";

interface Props {
	visit: Visit;
	studio: StudioSection;
	/** The part for owners; undefined for staff. */
	api: ApiSection | undefined;
}

export const Overview = ({ visit, studio, api }: Props) => (
	<>
		<Title
			text={visit.studio.name}
			lead={
				<>
					Today is <LocalTime at={visit.ctx.now} zone={visit.studio.timezone} precision="day" />.
				</>
			}
		/>
		<DoneNote visit={visit} words={leadDone} />
		<Attention visit={visit} calendars={studio.calendars} api={api} />
		{api && <FirstSteps visit={visit} api={api} />}
		<Appointments visit={visit} studio={studio} />
		<Deposits visit={visit} deposits={studio.deposits} />
		<OpenRequests visit={visit} leads={studio.leads} />
		<NewLeads visit={visit} leads={studio.leads} />
		{api && (
			<div class="grid">
				<EventChart visit={visit} days={api.days} events={api.events} />
				<RequestChart visit={visit} hours={api.hours} />
			</div>
		)}
		{api && <PlanPanel visit={visit} api={api} />}
	</>
);

const Appointments = ({ visit, studio: { today, next } }: Pick<Props, "visit" | "studio">) => (
	<Panel title="Appointments" actions={<a href={visit.to("/dashboard/calendar")}>Open the calendar</a>}>
		{today.length + next.length === 0 ? (
			<Empty
				title="No appointments"
				actions={
					<a class="button" href={visit.to("/dashboard/calendar")}>
						Book an appointment
					</a>
				}
			>
				Appointments appear here as soon as you, your booking page or a program books them.
			</Empty>
		) : (
			<>
				<h3>Today</h3>
				{today.length === 0 ? (
					<p class="dim">No appointments today.</p>
				) : (
					<AppointmentTable visit={visit} label="Today's appointments" rows={today} />
				)}
				{next.length > 0 && (
					<>
						<h3 class="after">Next</h3>
						<AppointmentTable visit={visit} label="Next appointments" rows={next} />
					</>
				)}
			</>
		)}
	</Panel>
);
