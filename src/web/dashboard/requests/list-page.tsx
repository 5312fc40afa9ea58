import { endpoints } from "../../../api/v1.ts";
import type { Names } from "../../../domain/access/audit-log/actors.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import { Live } from "../../ui/components/live.tsx";
import { Table } from "../../ui/components/table.tsx";
import { ActorName } from "../components/actors.tsx";
import { shortId } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { CodeLink, type ListedRequest, path, Status } from "./components.tsx";

const operations = () =>
	endpoints
		.map(({ id, method, path }) => ({ value: id, text: `${method} ${path}` }))
		.sort((a, b) => (a.text.slice(a.text.indexOf("/")) < b.text.slice(b.text.indexOf("/")) ? -1 : 1));

const statuses = ["2xx", "4xx", "5xx", "400", "401", "403", "404", "409", "422", "429", "500", "503"];

interface RequestFilter {
	credential_id: string | undefined;
	status: string | undefined;
	operation_id: string | undefined;
}

interface ListProps {
	visit: Visit;
	requests: ListedRequest[];
	credentials: { id: string; name: string }[];
	names: Names;
	filter: RequestFilter;
	next: string | undefined;
}

export const Requests = ({ visit, requests, credentials, names, filter, next }: ListProps) => {
	const { after } = visit.c.req.query();
	const isFiltered = Object.values(filter).some((value) => value !== undefined);
	const of: FormState = {
		values: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, [value ?? ""]])),
	};
	return (
		<>
			<Title text="Requests" lead="Your programs' requests to the API in the last three days.">
				<form class="filters" method="get" action={`${path}/find`}>
					<input type="hidden" name="studio" value={visit.studio.id} />
					<Input of={{ values: {} }} name="id" label="X-Request-ID" type="search" mono placeholder="req_…" />
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
					<Select of={of} name="operation_id" label="Route" options={[{ value: "", text: "Any" }, ...operations()]} />
					<button type="submit">Filter</button>
				</Filters>
				<Results announcement={resultCount("requests", requests, next)}>
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
									? "No request of the last three days matches the filter."
									: "Create an API key, call the API with it, and the request appears here within two seconds."}
							</Empty>
						) : (
							<List visit={visit} requests={requests} names={names} />
						)}
					</Live>
					<Pager first={after && visit.to(path, { ...filter })} next={next} />
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
							{method} <Breakable text={shortId(asked)} />
						</code>
					</a>
				),
			},
			{ head: "Status", cell: ({ status }) => <Status status={status} /> },
			{ head: "Code", kind: "short", cell: ({ code }) => <CodeLink code={code} /> },
			{ head: "By", cell: ({ credential }) => <ActorName visit={visit} actor={credential} names={names} /> },
			{ head: "Took", kind: "number", cell: ({ duration_ms }) => `${duration_ms} ms` },
			{
				head: "When",
				cell: ({ created_at }) => <LocalTime at={created_at} zone={visit.studio.timezone} precision="second" />,
			},
		]}
	/>
);
