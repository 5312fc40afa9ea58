import { publicEventTypes } from "../../../domain/events/catalogue/event-types.ts";
import type { DeliveryFilters, ListedDelivery } from "../../../domain/events/deliveries/listed.ts";
import { deliveryStatuses } from "../../../domain/events/deliveries/schema.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Empty, Note, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Select } from "../../ui/components/fields.tsx";
import { Live } from "../../ui/components/live.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { Deliveries } from "../deliveries/table.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { Health, nameOf, path, pathOf, reasonWords, State } from "./components.tsx";
import { Settings } from "./endpoint-settings.tsx";
import type { DayOfAttempts } from "./health.ts";

const done = {
	changed: "The endpoint has been changed.",
	disabled: "The endpoint has been disabled. Its deliveries wait.",
	activated: "The endpoint has been activated. Its waiting deliveries are being sent.",
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
			<DoneNote visit={visit} words={done} />
			<FailureNote visit={visit} endpoint={endpoint} />
			<Health days={days} />
			<Panel title="Deliveries">
				<DeliveryFilter visit={visit} endpoint={endpoint} filters={filters} />
				<Results announcement={resultCount("deliveries", deliveries, next)}>
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

const FailureNote = ({ visit, endpoint }: { visit: Visit; endpoint: WebhookEndpoint }) => {
	const { status, consecutive_failures, disabled_at } = endpoint;
	if (status === "DISABLED")
		return (
			<Note tone="warn">
				Disabled since <LocalTime at={disabled_at} zone={visit.studio.timezone} />, because {reasonWords(endpoint)}.
				Pending deliveries wait until the endpoint is active again.
			</Note>
		);
	if (consecutive_failures === 0) return null;
	return (
		<Note tone="warn">
			The last {consecutive_failures === 1 ? "attempt" : `${consecutive_failures} attempts`} failed. After 50 failures
			in a row the service disables the endpoint. Open a delivery below to see your receiver's answer.
		</Note>
	);
};

const DeliveryFilter = ({ visit, endpoint, filters }: Pick<Props, "visit" | "endpoint" | "filters">) => {
	const of: FormState = { values: { status: [filters.status ?? ""], type: [filters.type ?? ""] } };
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
				? "No delivery has this state and this type. Deliveries are kept for 30 days."
				: "A delivery appears here for each event that the endpoint receives."}
		</Empty>
	) : (
		<Deliveries
			visit={visit}
			deliveries={deliveries}
			label="Deliveries"
			extraColumns={[
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
