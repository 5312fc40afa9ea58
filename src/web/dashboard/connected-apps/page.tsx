import { groupedScopeWords } from "../../../api/oauth/scope-words.ts";
import type { Connection } from "../../../domain/access/oauth-apps/connections.ts";
import type { LastUse } from "../../../platform/gate/requests/last-uses.ts";
import { Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";

export const path = "/dashboard/connected_apps";

const done = { disconnected: "The app has been disconnected." };

interface Props {
	visit: Visit;
	connections: Connection[];
	/** Null if the request log does not answer. */
	uses: LastUse[] | null;
	next: string | undefined;
}

export const ConnectedApps = ({ visit, connections, uses, next }: Props) => (
	<>
		<Title
			text="Connected apps"
			lead="These apps act for your studio. An app that you disconnect loses access at once. Webhooks that it created stay until you delete them."
		/>
		<DoneNote visit={visit} words={done} />
		<Panel>
			{connections.length === 0 && (
				<Empty title="No app is connected">
					An app asks for access on its own site. After you approve it, it appears in this list.
				</Empty>
			)}
			{connections.map((connection) => (
				<ConnectionCard
					visit={visit}
					connection={connection}
					lastUsedAt={uses?.find(({ by }) => by === connection.id)?.at ?? null}
				/>
			))}
			<Pager next={next} />
		</Panel>
	</>
);

interface EntryProps {
	visit: Visit;
	connection: Connection;
	lastUsedAt: number | null;
}

const ConnectionCard = ({ visit, connection, lastUsedAt }: EntryProps) => {
	const { read, write } = groupedScopeWords(connection.scopes);
	return (
		<article class="entry">
			<h2>
				{connection.homepageUrl ? (
					<a href={connection.homepageUrl} target="_blank" rel="noopener noreferrer">
						{connection.appName}
					</a>
				) : (
					connection.appName
				)}
			</h2>
			<p class="dim">
				{connection.site !== null && `From ${connection.site}. `}
				Connected by {connection.approvedBy ?? "somebody whose account was removed"} on{" "}
				<LocalTime at={connection.approvedAt} zone={visit.studio.timezone} precision="day" />
				{lastUsedAt !== null && (
					<>
						, last used <LocalTime at={lastUsedAt} zone={visit.studio.timezone} />
					</>
				)}
			</p>
			<details>
				<summary>Permissions</summary>
				<ul>
					{[...read, ...write].map((words) => (
						<li>{words}</li>
					))}
				</ul>
			</details>
			<div class="actions">
				<a
					class="button"
					href={visit.to(`${path}/${connection.id}/disconnect`)}
					aria-label={`Disconnect ${connection.appName}`}
				>
					Disconnect
				</a>
			</div>
		</article>
	);
};
