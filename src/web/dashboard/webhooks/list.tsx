import { leftSecretsPath } from "../../../domain/access/left-secrets/left-secrets.ts";
import type { EndpointHours } from "../../../domain/events/endpoints/hours.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Empty, Note, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { nameOf, path, pathOf, rateWords, reasonWords, SmallHealth, State } from "./components.tsx";
import { daysOf } from "./health.ts";

const done = { deleted: "The endpoint has been deleted. It gets no more events." };

interface Props {
	visit: Visit;
	endpoints: WebhookEndpoint[];
	hours: EndpointHours;
	next: string | undefined;
}

export const Endpoints = ({ visit, endpoints, hours, next }: Props) => {
	const { timezone: zone, plan } = visit.studio;
	const daysAt = ({ id }: WebhookEndpoint) =>
		daysOf(
			hours.filter(({ endpointId }) => endpointId === id),
			zone,
			visit.ctx.now,
		);
	return (
		<>
			<Title text="Webhooks" lead="The service sends each change in the studio to your programs at once.">
				<a class="button" href={visit.to(leftSecretsPath)}>
					Waiting secrets
				</a>
				<a class="button primary" href={visit.to(`${path}/new`)}>
					<Icon name="plus" />
					New endpoint
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			{plan === "light" && (
				<Note tone="warn">
					Your plan, Light, has no deliveries. Waiting deliveries are sent when you change to a higher plan.
				</Note>
			)}
			<Panel>
				{endpoints.length === 0 ? (
					<Empty
						title="No endpoints yet"
						actions={
							<a class="button" href={visit.to(`${path}/new`)}>
								Create an endpoint
							</a>
						}
					>
						An endpoint is an address of yours that receives events, such as a new appointment. Create one and send it a
						test.
					</Empty>
				) : (
					<Table
						label="Webhook endpoints"
						rows={endpoints}
						columns={[
							{ head: "Endpoint", kind: "lead", cell: (endpoint) => <Name visit={visit} endpoint={endpoint} /> },
							{ head: "State", cell: (endpoint) => <StateCell endpoint={endpoint} zone={zone} /> },
							{
								head: "Last seven days",
								cell: (endpoint) => (
									<>
										<SmallHealth days={daysAt(endpoint)} of={nameOf(endpoint)} />
										<span class="hint">{rateWords(daysAt(endpoint))}</span>
									</>
								),
							},
							{
								head: "Events",
								cell: ({ events }) =>
									events[0] === "*" ? "All" : `${events.length} type${events.length === 1 ? "" : "s"}`,
							},
						]}
					/>
				)}
				<Pager next={next} />
			</Panel>
		</>
	);
};

const Name = ({ visit, endpoint }: { visit: Visit; endpoint: WebhookEndpoint }) => (
	<>
		<a href={visit.to(pathOf(endpoint))}>{nameOf(endpoint)}</a>
		{endpoint.description && <span class="hint">{endpoint.url}</span>}
	</>
);

const StateCell = ({ endpoint, zone }: { endpoint: WebhookEndpoint; zone: string }) => (
	<>
		<State endpoint={endpoint} />
		{endpoint.status === "DISABLED" && (
			<span class="hint">
				since <LocalTime at={endpoint.disabled_at} zone={zone} />: {reasonWords(endpoint)}
			</span>
		)}
		{endpoint.status === "ACTIVE" && endpoint.consecutive_failures > 0 && (
			<span class="hint">
				{endpoint.consecutive_failures === 1 ? "1 failure" : `${endpoint.consecutive_failures} failures in a row`}
			</span>
		)}
	</>
);
