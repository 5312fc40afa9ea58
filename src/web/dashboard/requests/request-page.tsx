import type { Names } from "../../../domain/access/audit-log/actors.ts";
import { Facts, Note, Panel, Title } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { AuditTable } from "../audit-log/table.tsx";
import { ActorName } from "../components/actors.tsx";
import { IdLink } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { Deliveries } from "../deliveries/table.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf as endpointPath, nameOf } from "../webhooks/components.tsx";
import { CodeLink, type ListedRequest, path, Status } from "./components.tsx";
import { maxShown, type Trace } from "./trace.ts";

export const RequestPage = ({ visit, trace }: { visit: Visit; trace: Trace }) => {
	const { id, logged, entries, events, deliveries, names, records } = trace;
	return (
		<>
			<Title
				text={logged ? `${logged.method} ${logged.path}` : "Request"}
				back={{ href: visit.to(path), text: "Requests" }}
				beside={logged && <Status status={logged.status} />}
			/>
			{logged ? (
				<Panel>
					<LoggedFacts visit={visit} logged={logged} names={names} />
				</Panel>
			) : (
				<Note>
					The request <code>{id}</code> is not in the log of API requests: it is older than three days, or a person made
					it on a page, not through the API. You see its changes below.
				</Note>
			)}
			<Panel title="Audit entries" lead={entries.length === maxShown ? `The latest ${maxShown}.` : undefined}>
				{entries.length === 0 ? (
					<p>The request changed nothing.</p>
				) : (
					<AuditTable visit={visit} entries={entries} names={names} records={records} inRequest />
				)}
			</Panel>
			<Panel title="Events" lead={events.length === maxShown ? `The first ${maxShown}.` : undefined}>
				{events.length === 0 ? (
					<p>The request has no events. Events are kept for 30 days.</p>
				) : (
					<Table
						label="Events of this request"
						rows={events}
						columns={[
							{
								head: "Type",
								kind: "lead",
								cell: ({ id, type }) => (
									<a href={visit.to(`/dashboard/events/${id}`)}>
										<code>{type}</code>
									</a>
								),
							},
							{ head: "Id", cell: ({ id }) => <IdLink visit={visit} id={id} /> },
							{ head: "Number", kind: "number", cell: ({ sequence }) => String(sequence) },
						]}
					/>
				)}
			</Panel>
			<Panel title="Deliveries" lead={deliveries.length === maxShown ? `The latest ${maxShown}.` : undefined}>
				{deliveries.length === 0 ? (
					<p>No endpoint got a delivery.{events.length > 0 && " Open the event to see the reason."}</p>
				) : (
					<Deliveries
						visit={visit}
						deliveries={deliveries}
						label="Deliveries of this request"
						extraColumns={[
							{ head: "Event", cell: ({ eventType }) => <code>{eventType}</code> },
							{
								head: "Endpoint",
								cell: ({ url, endpointId }) => (
									<a href={visit.to(endpointPath({ id: endpointId }))}>{nameOf({ url, description: null })}</a>
								),
							},
						]}
					/>
				)}
			</Panel>
		</>
	);
};

const LoggedFacts = ({ visit, logged, names }: { visit: Visit; logged: ListedRequest; names: Names }) => (
	<Facts
		of={[
			["X-Request-ID", <code>{logged.request_id}</code>],
			["Operation", <code>{logged.operation_id}</code>],
			["Status", String(logged.status)],
			["Code", <CodeLink code={logged.code} />],
			["By", <ActorName visit={visit} actor={logged.credential} names={names} />],
			["Took", `${logged.duration_ms} ms`],
			["When", <LocalTime at={logged.created_at} zone={visit.studio.timezone} precision="second" withUtc />],
			[
				"Ignored fields",
				logged.ignored_fields.length === 0 ? (
					"None"
				) : (
					<>
						<code>{logged.ignored_fields.join(", ")}</code>
						<span class="hint">The API does not know these fields and ignored them.</span>
					</>
				),
			],
		]}
	/>
);
