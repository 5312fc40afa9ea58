import { endpoints } from "../../endpoints.ts";
import { type Filled, Input, Select } from "../../pages/components/fields.tsx";
import { Live } from "../../pages/components/live.tsx";
import { Badge, Empty, Facts, Note, Pager, Panel, Title } from "../../pages/components/parts.tsx";
import { Table } from "../../pages/components/table.tsx";
import type { listRequests } from "../../resources/requests/operations.ts";
import { ActorName, type Names } from "../actors.tsx";
import { Entries } from "../audit-log/table.tsx";
import { Deliveries } from "../deliveries/table.tsx";
import { Filters, howMany, Results } from "../filters.tsx";
import { IdLink, shortId } from "../links.tsx";
import type { Visit } from "../visit.ts";
import { pathOf as endpointPath, nameOf } from "../webhooks/parts.tsx";
import { When } from "../when.tsx";
import { mostShown, type Trace } from "./trace.ts";

export const path = "/dashboard/requests";

type Logged = Awaited<ReturnType<typeof listRequests>>[number];

const Status = ({ status }: { status: number }) => (
	<Badge tone={status < 300 ? "good" : status < 400 ? "plain" : status < 500 ? "warn" : "bad"}>{status}</Badge>
);

const CodeLink = ({ code }: { code: string | null }) =>
	code === null ? (
		<>–</>
	) : (
		<a href={`/docs/errors/${code}`}>
			<code>{code}</code>
		</a>
	);

/** The operations of /v1 as a filter names them. */
const operations = endpoints
	.map(({ id, method, path }) => ({ value: id, text: `${method} ${path}` }))
	.sort((a, b) => (a.text.slice(a.text.indexOf("/")) < b.text.slice(b.text.indexOf("/")) ? -1 : 1));

const statuses = ["2xx", "4xx", "5xx", "400", "401", "403", "404", "409", "422", "429", "500", "503"];

interface Asked {
	credential_id: string | undefined;
	status: string | undefined;
	operation_id: string | undefined;
}

interface ListProps {
	visit: Visit;
	requests: Logged[];
	credentials: { id: string; name: string }[];
	names: Names;
	asked: Asked;
	next: string | undefined;
}

export const Requests = ({ visit, requests, credentials, names, asked, next }: ListProps) => {
	const { after } = visit.c.req.query();
	const isFiltered = Object.values(asked).some((value) => value !== undefined);
	const of: Filled = {
		typed: Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, [value ?? ""]])),
	};
	return (
		<>
			<Title text="Requests" lead="What your programs asked of the API in the last three days.">
				<form class="filters" method="get" action={`${path}/find`}>
					<input type="hidden" name="studio" value={visit.studio.id} />
					<Input of={{ typed: {} }} name="id" label="X-Request-ID" type="search" mono placeholder="req_…" />
					<button type="submit">Open</button>
				</form>
			</Title>
			<Panel>
				<Filters visit={visit} action={path}>
					<Select
						of={of}
						name="credential_id"
						label="Key or app"
						options={[{ value: "", text: "Any" }, ...credentials.map(({ id, name }) => ({ value: id, text: name }))]}
					/>
					<Select
						of={of}
						name="status"
						label="Status"
						options={[{ value: "", text: "Any" }, ...statuses.map((value) => ({ value, text: value }))]}
					/>
					<Select of={of} name="operation_id" label="Route" options={[{ value: "", text: "Any" }, ...operations]} />
					<button type="submit">Filter</button>
				</Filters>
				<Results told={howMany("requests", requests, next)}>
					<Live what="requests" on={after === undefined}>
						{requests.length === 0 ? (
							<Empty
								title={isFiltered ? "No request matches" : "No requests yet"}
								actions={
									<a class="button" href={isFiltered ? visit.to(path) : visit.to("/dashboard/api_keys")}>
										{isFiltered ? "Show all" : "API keys"}
									</a>
								}
							>
								{isFiltered
									? "No request of the last three days was like this."
									: "Create an API key, call the API with it, and the request appears here within two seconds."}
							</Empty>
						) : (
							<List visit={visit} requests={requests} names={names} />
						)}
					</Live>
					<Pager first={after && visit.to(path, { ...asked })} next={next} />
				</Results>
			</Panel>
		</>
	);
};

const List = ({ visit, requests, names }: Pick<ListProps, "visit" | "requests" | "names">) => (
	<Table
		label="Requests"
		rows={requests}
		columns={[
			{
				head: "Request",
				kind: "lead",
				cell: ({ request_id, method, path: asked }) => (
					<a href={visit.to(`${path}/${request_id}`)}>
						<code>
							{method} {shortId(asked)}
						</code>
					</a>
				),
			},
			{ head: "Status", cell: ({ status }) => <Status status={status} /> },
			{ head: "Code", cell: ({ code }) => <CodeLink code={code} /> },
			{ head: "By", cell: ({ credential }) => <ActorName visit={visit} actor={credential} names={names} /> },
			{ head: "Took", kind: "number", cell: ({ duration_ms }) => `${duration_ms} ms` },
			{
				head: "When",
				cell: ({ created_at }) => <When at={created_at} zone={visit.studio.timezone} to="second" />,
			},
		]}
	/>
);

export const RequestPage = ({ visit, trace }: { visit: Visit; trace: Trace }) => {
	const { id, logged, entries, events, deliveries, names } = trace;
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
					The request <code>{id}</code> is not in the log of API requests: it is older than three days, or somebody made
					it on a page, not through the API. What it changed is below.
				</Note>
			)}
			<Panel title="Audit entries" lead={entries.length === mostShown ? `The latest ${mostShown}.` : undefined}>
				{entries.length === 0 ? (
					<p>The request changed nothing.</p>
				) : (
					<Entries visit={visit} entries={entries} names={names} inRequest />
				)}
			</Panel>
			<Panel title="Events" lead={events.length === mostShown ? `The first ${mostShown}.` : undefined}>
				{events.length === 0 ? (
					<p>The request made no event that is still kept. Events are kept for 30 days.</p>
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
			<Panel title="Deliveries" lead={deliveries.length === mostShown ? `The latest ${mostShown}.` : undefined}>
				{deliveries.length === 0 ? (
					<p>No endpoint got a delivery of it.{events.length > 0 && " Open the event to see why."}</p>
				) : (
					<Deliveries
						visit={visit}
						deliveries={deliveries}
						label="Deliveries of this request"
						also={[
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

const LoggedFacts = ({ visit, logged, names }: { visit: Visit; logged: Logged; names: Names }) => (
	<Facts
		of={[
			["X-Request-ID", <code>{logged.request_id}</code>],
			["Operation", <code>{logged.operation_id}</code>],
			["Status", String(logged.status)],
			["Code", <CodeLink code={logged.code} />],
			["By", <ActorName visit={visit} actor={logged.credential} names={names} />],
			["Took", `${logged.duration_ms} ms`],
			["When", <When at={logged.created_at} zone={visit.studio.timezone} to="second" withUtc />],
			[
				"Ignored fields",
				logged.ignored_fields.length === 0 ? (
					"None"
				) : (
					<>
						<code>{logged.ignored_fields.join(", ")}</code>
						<span class="hint">The API does not know these, so it left them out.</span>
					</>
				),
			],
		]}
	/>
);
