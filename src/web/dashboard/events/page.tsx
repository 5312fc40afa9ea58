import type { Names } from "../../../domain/access/audit-log/actors.ts";
import { changesIn } from "../../../domain/access/audit-log/changed-values.ts";
import type { StoredEvent } from "../../../domain/access/audit-log/events-of-entries.ts";
import { type PublicEventType, publicEventTypes, recordKeyOf } from "../../../domain/events/catalogue/event-types.ts";
import type { EndpointOfEvent } from "../../../domain/events/deliveries/deliveries-of-event.ts";
import type { ListedDelivery } from "../../../domain/events/deliveries/listed.ts";
import type { Event } from "../../../domain/events/feed/operations.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { Code, Empty, Facts, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import { Live } from "../../ui/components/live.tsx";
import { Table } from "../../ui/components/table.tsx";
import { ActorName } from "../components/actors.tsx";
import { ChangesTable } from "../components/changes.tsx";
import { IdLink, RequestLink } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { Deliveries } from "../deliveries/table.tsx";
import { instantFieldValue } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { pathOf as endpointPath, nameOf, path as webhooksPath } from "../webhooks/components.tsx";
import { reasonOf } from "./missing-delivery.ts";

export const path = "/dashboard/events";

const recordOf = (type: string, data: Record<string, unknown>): string | null => {
	const id = data[recordKeyOf(type as PublicEventType)];
	return typeof id === "string" ? id : null;
};

/** A page checks at most this many endpoints. */
export const maxChecked = 100;

interface RecordProps {
	visit: Visit;
	type: string;
	data: { [name: string]: unknown };
	short?: boolean;
}

const RecordLink = ({ visit, type, data, short }: RecordProps) => {
	const id = recordOf(type, data);
	return id === null ? <>–</> : <IdLink visit={visit} id={id} short={short} />;
};

interface ListProps {
	visit: Visit;
	events: Event[];
	names: Names;
	type: string | undefined;
	next: string | undefined;
}

export const Events = ({ visit, events, names, type, next }: ListProps) => {
	const { since = "", after } = visit.c.req.query();
	const of: FormState = { values: { type: [type ?? ""], since: [since] } };
	const isFiltered = type !== undefined || since !== "";
	return (
		<>
			<Title text="Events" lead="The changes in the studio in the last 30 days, as webhooks and the API send them." />
			<Panel>
				<Filters visit={visit} action={path}>
					<Select
						of={of}
						name="type"
						label="Type"
						options={[{ value: "", text: "Any" }, ...publicEventTypes.map((value) => ({ value, text: value }))]}
					/>
					<Input of={of} name="since" label="Since" type="datetime-local" />
					<button type="submit">Filter</button>
				</Filters>
				<Results announcement={resultCount("events", events, next)}>
					<Live what="events" on={after === undefined}>
						{events.length === 0 ? (
							<Empty
								title={isFiltered ? "No event matches" : "No events yet"}
								actions={
									isFiltered && (
										<a class="button" href={visit.to(path)}>
											Show all
										</a>
									)
								}
							>
								{isFiltered
									? "No event of the last 30 days has this type and time."
									: "Create a client or book an appointment, and its event appears here."}
							</Empty>
						) : (
							<Table
								label="Events"
								rows={events}
								columns={[
									{
										head: "Type",
										kind: "lead",
										cell: ({ id, type }) => (
											<a href={visit.to(`${path}/${id}`)}>
												<code>{type}</code>
											</a>
										),
									},
									{
										head: "About",
										cell: ({ type, data }) => <RecordLink visit={visit} type={type} data={data} short />,
									},
									{ head: "By", cell: ({ actor }) => <ActorName visit={visit} actor={actor} names={names} /> },
									{
										head: "When",
										cell: ({ created_at }) => (
											<LocalTime at={created_at} zone={visit.studio.timezone} precision="second" />
										),
									},
									{ head: "Number", kind: "number", cell: ({ sequence }) => String(sequence) },
								]}
							/>
						)}
					</Live>
					<Pager first={after && visit.to(path, { type, since })} next={next} />
				</Results>
			</Panel>
		</>
	);
};

interface Props {
	visit: Visit;
	event: StoredEvent;
	names: Names;
	deliveries: ListedDelivery[];
	endpoints: EndpointOfEvent[];
}

export const EventPage = ({ visit, event, names, deliveries, endpoints }: Props) => {
	const changes = changesIn(event.data);
	const { timezone: zone } = visit.studio;
	return (
		<>
			<Title text={event.type} back={{ href: visit.to(path), text: "Events" }} />
			<Panel>
				<Facts
					of={[
						["By", <ActorName visit={visit} actor={{ type: event.actorType, id: event.actorId }} names={names} />],
						["About", <RecordLink visit={visit} type={event.type} data={event.data} />],
						["When", <LocalTime at={event.createdAt} zone={zone} precision="second" withUtc />],
						["Number", `${event.sequence}, counted over all events of the studio`],
						[
							"Caused by request",
							event.requestId === null ? "Not known" : <RequestLink visit={visit} id={event.requestId} />,
						],
						["Id", <code>{event.id}</code>],
					]}
				/>
			</Panel>
			{changes && (
				<Panel title="Changes">
					<ChangesTable changes={changes} label="Changes" />
				</Panel>
			)}
			<Panel title="Deliveries">
				{deliveries.length === 0 ? (
					<p>No endpoint has a delivery of this event.</p>
				) : (
					<Deliveries
						visit={visit}
						deliveries={deliveries}
						label="Deliveries of this event"
						extraColumns={[
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
			<EndpointsWithoutDelivery visit={visit} event={event} endpoints={endpoints} />
			<Panel title="Data">
				<Code id="data" label="Data of the event" text={JSON.stringify(event.data, null, 2)} />
			</Panel>
		</>
	);
};

const EndpointsWithoutDelivery = ({ visit, event, endpoints }: Pick<Props, "visit" | "event" | "endpoints">) => {
	if (endpoints.length === 0)
		return (
			<Panel title="No delivery">
				<p>
					The studio has no webhook endpoint. <a href={visit.to(`${webhooksPath}/new`)}>Create one</a>, and it receives
					of the events from then on.
				</p>
			</Panel>
		);
	const unreached = endpoints.slice(0, maxChecked).flatMap((endpoint) => {
		const reason = reasonOf(endpoint, event.type);
		return reason ? [{ endpoint, reason }] : [];
	});
	if (unreached.length === 0) return null;
	return (
		<Panel
			title="Endpoints without a delivery"
			lead={`The reason why each endpoint has no delivery, as far as it is known today.${
				endpoints.length > maxChecked ? ` These are the newest ${maxChecked} endpoints.` : ""
			}`}
		>
			<Table
				label="Endpoints without a delivery"
				rows={unreached}
				columns={[
					{
						head: "Endpoint",
						kind: "lead",
						cell: ({ endpoint }) => <a href={visit.to(endpointPath(endpoint))}>{nameOf(endpoint)}</a>,
					},
					{
						head: "Reason",
						cell: ({ endpoint, reason }) => (
							<>
								{reason.text}
								{reason.recoverable && (
									<>
										{" "}
										<a
											href={visit.to(`${endpointPath(endpoint)}/recover`, {
												since: localMinute(event.createdAt, visit.studio.timezone),
												include_missed: "true",
											})}
										>
											Recover since then
										</a>
									</>
								)}
							</>
						),
					},
				]}
			/>
		</Panel>
	);
};

const localMinute = (at: number, zone: string): string => instantFieldValue(timestamp(at), zone);
