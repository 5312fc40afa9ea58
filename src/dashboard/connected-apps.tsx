import { grouped } from "../oauth/scope-words.ts";
import type { Studio } from "../oauth/studios.ts";
import { Page } from "../pages/layout.tsx";
import type { User } from "../sign-in/sessions.ts";
import { Bar } from "./bar.tsx";
import type { Connection, Connections } from "./connections.ts";

interface Props {
	user: User;
	studios: { studio: Studio; connections: Connections }[];
	/** Whether the person has just disconnected an app. */
	done: boolean;
}

export const ConnectedApps = ({ user, studios, done }: Props) => (
	<Page title="Connected apps" wide>
		<Bar user={user} at="/dashboard/connected_apps" />
		<h1>Connected apps</h1>
		{done && (
			<p class="note" role="status">
				The app is disconnected.
			</p>
		)}
		<p class="dim">
			These apps act for your studio. When you disconnect an app, it loses access at once. Webhooks that it set up go on
			until somebody removes them.
		</p>
		{studios.length === 0 && <p>You are not a member of any studio.</p>}
		{studios.map(({ studio, connections }) => (
			<section>
				<h2>{studio.name}</h2>
				{connections.shown.length === 0 && <p>No app is connected.</p>}
				{connections.shown.map((connection) => (
					<Entry connection={connection} />
				))}
				{connections.before && (
					<p>
						<a href={`/dashboard/connected_apps?studio=${studio.id}&before=${connections.before}`}>
							Older connections of {studio.name}
						</a>
					</p>
				)}
			</section>
		))}
	</Page>
);

const Entry = ({ connection }: { connection: Connection }) => {
	const { read, write } = grouped(connection.scopes);
	return (
		<article class="entry">
			<h3>
				{connection.homepageUrl ? (
					<a href={connection.homepageUrl} target="_blank" rel="noopener noreferrer">
						{connection.appName}
					</a>
				) : (
					connection.appName
				)}
			</h3>
			<p class="dim">
				Connected by {connection.approvedBy} on{" "}
				<time datetime={connection.approvedAt}>{connection.approvedAt.slice(0, 10)}</time>
			</p>
			<details>
				<summary>What it may do</summary>
				<ul>
					{[...read, ...write].map((words) => (
						<li>{words}</li>
					))}
				</ul>
			</details>
			<form method="post" action="/dashboard/connected_apps/disconnect">
				<input type="hidden" name="grant_id" value={connection.grantId} />
				<button type="submit" aria-label={`Disconnect ${connection.appName}`}>
					Disconnect
				</button>
			</form>
		</article>
	);
};
