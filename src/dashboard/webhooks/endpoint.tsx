import type { Child } from "hono/jsx";
import { publicEventTypes } from "../../db/tables/data/events.ts";
import { deliveryStatuses } from "../../db/tables/data/webhooks.ts";
import { type Filled, Select } from "../../pages/components/fields.tsx";
import { Live } from "../../pages/components/live.tsx";
import { Empty, Facts, Note, Pager, Panel, Title } from "../../pages/components/parts.tsx";
import type { WebhookEndpoint } from "../../resources/webhook-endpoints/schema.ts";
import { Done } from "../area.tsx";
import type { DeliveryFilters, ListedDelivery } from "../deliveries/read.ts";
import { Deliveries } from "../deliveries/table.tsx";
import { Filters, howMany, Results } from "../filters.tsx";
import { HistoryLink, IdLink } from "../links.tsx";
import type { Visit } from "../visit.ts";
import { When } from "../when.tsx";
import type { DayOfAttempts } from "./health.ts";
import { Health, nameOf, path, pathOf, reasonWords, State } from "./parts.tsx";

const done = {
	changed: "The endpoint is changed.",
	disabled: "The endpoint is disabled. What comes for it waits.",
	activated: "The endpoint is active. What waited for it is on its way.",
};

interface Props {
	visit: Visit;
	endpoint: WebhookEndpoint;
	days: DayOfAttempts[];
	deliveries: ListedDelivery[];
	filters: DeliveryFilters;
	next: string | undefined;
}

export const Endpoint = ({ visit, endpoint, days, deliveries, filters, next }: Props) => {
	const at = (step: string) => visit.to(`${pathOf(endpoint)}/${step}`);
	const isActive = endpoint.status === "ACTIVE";
	return (
		<>
			<Title
				text={nameOf(endpoint)}
				back={{ href: visit.to(path), text: "Webhooks" }}
				beside={<State endpoint={endpoint} />}
			>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				<a class="button" href={at("test")}>
					Test
				</a>
				<a class="button" href={at("recover")}>
					Recover
				</a>
				<a class="button" href={at("rotate")}>
					Rotate
				</a>
				<a class={isActive ? "button" : "button primary"} href={at(isActive ? "disable" : "activate")}>
					{isActive ? "Disable" : "Activate"}
				</a>
				<a class="button danger" href={at("delete")}>
					Delete
				</a>
			</Title>
			<Done visit={visit} words={done} />
			<Trouble visit={visit} endpoint={endpoint} />
			<Health days={days} />
			<Panel title="Deliveries">
				<DeliveryFilter visit={visit} endpoint={endpoint} filters={filters} />
				<Results told={howMany("deliveries", deliveries, next)}>
					<Live what="deliveries" on={filters.after === undefined}>
						<List visit={visit} endpoint={endpoint} deliveries={deliveries} isFiltered={isFiltered(filters)} />
					</Live>
					<Pager first={filters.after && visit.to(pathOf(endpoint), filterQuery(filters))} next={next} />
				</Results>
			</Panel>
			<Settings visit={visit} endpoint={endpoint} />
		</>
	);
};

const isFiltered = ({ status, type }: DeliveryFilters): boolean => status !== undefined || type !== undefined;
const filterQuery = ({ status, type }: DeliveryFilters) => ({ status, type });

/** What is wrong with the endpoint, and what to do about it. */
const Trouble = ({ visit, endpoint }: { visit: Visit; endpoint: WebhookEndpoint }) => {
	const { status, consecutive_failures, disabled_at } = endpoint;
	if (status === "DISABLED")
		return (
			<Note tone="warn">
				Disabled since <When at={disabled_at} zone={visit.studio.timezone} />, because {reasonWords(endpoint)}. What is
				pending waits until the endpoint is active again.
			</Note>
		);
	if (consecutive_failures === 0) return null;
	return (
		<Note tone="warn">
			The last {consecutive_failures === 1 ? "attempt" : `${consecutive_failures} attempts`} failed. At 50 in a row the
			service disables the endpoint. Open a delivery below to see what your receiver answered.
		</Note>
	);
};

const DeliveryFilter = ({ visit, endpoint, filters }: Pick<Props, "visit" | "endpoint" | "filters">) => {
	const of: Filled = { typed: { status: [filters.status ?? ""], type: [filters.type ?? ""] } };
	return (
		<Filters visit={visit} action={pathOf(endpoint)}>
			<Select
				of={of}
				name="status"
				label="State"
				options={[
					{ value: "", text: "Any" },
					...deliveryStatuses.map((value) => ({ value, text: value.charAt(0) + value.slice(1).toLowerCase() })),
				]}
			/>
			<Select
				of={of}
				name="type"
				label="Event type"
				options={[{ value: "", text: "Any" }, ...publicEventTypes.map((value) => ({ value, text: value }))]}
			/>
			<button type="submit">Filter</button>
		</Filters>
	);
};

const List = ({
	visit,
	endpoint,
	deliveries,
	isFiltered,
}: Pick<Props, "visit" | "endpoint" | "deliveries"> & { isFiltered: boolean }) =>
	deliveries.length === 0 ? (
		<Empty
			title={isFiltered ? "No delivery matches" : "No deliveries yet"}
			actions={
				<a class="button" href={visit.to(isFiltered ? pathOf(endpoint) : `${pathOf(endpoint)}/test`)}>
					{isFiltered ? "Show all" : "Send a test"}
				</a>
			}
		>
			{isFiltered
				? "None of these has this state and this type. Deliveries are kept for 30 days."
				: "A delivery appears here for each event that the endpoint is told of."}
		</Empty>
	) : (
		<Deliveries
			visit={visit}
			deliveries={deliveries}
			label="Deliveries"
			also={[
				{
					head: "Event",
					cell: ({ eventType, eventId, isTest }) =>
						isTest ? (
							<code>{eventType}</code>
						) : (
							<a href={visit.to(`/dashboard/events/${eventId}`)}>
								<code>{eventType}</code>
							</a>
						),
				},
			]}
		/>
	);

const names = { artist_id: "Artists", shop_id: "Shops", client_id: "Clients" } as const;

const Settings = ({ visit, endpoint }: { visit: Visit; endpoint: WebhookEndpoint }) => {
	const { timezone: zone } = visit.studio;
	const { filter, metadata, events } = endpoint;
	return (
		<Panel
			title="Settings"
			actions={
				<a class="button" href={visit.to(`${pathOf(endpoint)}/verify`)}>
					Check a signature
				</a>
			}
		>
			<Facts
				of={[
					["URL", <code>{endpoint.url}</code>],
					["Id", <code>{endpoint.id}</code>],
					["Description", endpoint.description],
					["Events", events[0] === "*" ? "All" : <Codes of={events} />],
					["Only about", filter === null ? "Anybody" : <FilterWords visit={visit} filter={filter} />],
					["Order", endpoint.ordered ? "Events about one record one after the other" : "None"],
					["Own events", endpoint.exclude_own ? "Left out" : "Sent like all others"],
					[
						"Secret",
						endpoint.previous_secret_expires_at === null ? (
							"Shown only when it was created"
						) : (
							<>
								Replaced. The one before signs, too, until{" "}
								<When at={endpoint.previous_secret_expires_at} zone={zone} withUtc />
							</>
						),
					],
					[
						"Metadata",
						Object.keys(metadata).length === 0 ? (
							""
						) : (
							<Codes of={Object.entries(metadata).map(([key, value]) => `${key}=${value}`)} />
						),
					],
					["Created", <When at={endpoint.created_at} zone={zone} withUtc />],
					[
						"History",
						<HistoryLink visit={visit} id={endpoint.id}>
							What was changed, and by whom
						</HistoryLink>,
					],
				]}
			/>
		</Panel>
	);
};

const Codes = ({ of }: { of: readonly string[] }): Child => (
	<>
		{of.map((one, n) => (
			<>
				{n > 0 && ", "}
				<code>{one}</code>
			</>
		))}
	</>
);

const FilterWords = ({ visit, filter }: { visit: Visit; filter: NonNullable<WebhookEndpoint["filter"]> }) => (
	<>
		{(Object.keys(names) as (keyof typeof names)[]).map(
			(name) =>
				filter[name] && (
					<div>
						{names[name]}:{" "}
						{filter[name].map((id, n) => (
							<>
								{n > 0 && ", "}
								<IdLink visit={visit} id={id} />
							</>
						))}
					</div>
				),
		)}
	</>
);
