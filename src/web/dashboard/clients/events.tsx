import type { EventOfClient } from "../../../domain/clients/clients/belongings.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";

interface Props {
	visit: Visit;
	events: readonly EventOfClient[];
}

/** All members of the studio see merges. Only owners see events. */
export const Events = ({ visit, events }: Props) => {
	const merges = events.filter(({ type }) => type === "client.merged");
	return (
		<>
			{merges.length > 0 && (
				<Panel title="Merged into this client">
					<Table
						label="Clients that were merged into this one"
						rows={merges}
						columns={[
							{ head: "Client", kind: "lead", cell: ({ source }) => source ?? "Another client" },
							{ head: "When", cell: ({ createdAt }) => <LocalTime at={createdAt} zone={visit.studio.timezone} /> },
						]}
					/>
				</Panel>
			)}
			{visit.studio.role === "OWNER" && <Latest visit={visit} events={events} />}
		</>
	);
};

const Latest = ({ visit, events }: Props) => (
	<Panel title="Events" lead="The events about this client, the latest first. Events are kept for 30 days.">
		{events.length === 0 ? (
			<p class="dim">No events in the last 30 days.</p>
		) : (
			<Table
				label="Events about this client"
				rows={events}
				columns={[
					{
						head: "Event",
						kind: "lead",
						cell: ({ id, type }) => <a href={visit.to(`/dashboard/events/${id}`)}>{type}</a>,
					},
					{ head: "By", cell: ({ actorType }) => actorWords[actorType] },
					{
						head: "When",
						cell: ({ createdAt }) => <LocalTime at={createdAt} zone={visit.studio.timezone} precision="second" />,
					},
				]}
			/>
		)}
	</Panel>
);

const actorWords: Record<EventOfClient["actorType"], string> = {
	api_key: "API key",
	oauth_app: "Connected app",
	user: "Person",
	booking_page: "The booking page",
	operator: "Operator",
	system: "The service",
};
