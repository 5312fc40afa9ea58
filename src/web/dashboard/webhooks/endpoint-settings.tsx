import type { Child } from "hono/jsx";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Facts, Panel } from "../../ui/components/elements.tsx";
import { HistoryLink, IdLink } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf } from "./components.tsx";

const names = { artist_id: "Artists", shop_id: "Shops", client_id: "Clients" } as const;

export const Settings = ({ visit, endpoint }: { visit: Visit; endpoint: WebhookEndpoint }) => {
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
					["Filter", filter === null ? "None" : <FilterWords visit={visit} filter={filter} />],
					["Order", endpoint.ordered ? "Events about one record in order" : "None"],
					["Signatures", endpoint.asymmetric ? "By its secret, and by the key of this service" : "By its secret"],
					["Own events", endpoint.exclude_own ? "Left out" : "Sent like all others"],
					[
						"Secret",
						endpoint.previous_secret_expires_at === null ? (
							"Only shown at its creation"
						) : (
							<>
								Rotated. The old secret signs, too, until{" "}
								<LocalTime at={endpoint.previous_secret_expires_at} zone={zone} withUtc />
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
					["Created", <LocalTime at={endpoint.created_at} zone={zone} withUtc />],
					[
						"History",
						<HistoryLink visit={visit} id={endpoint.id}>
							All changes
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
