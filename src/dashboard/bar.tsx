import type { User } from "../sign-in/sessions.ts";

const places = [
	["/dashboard/connected_apps", "Connected apps"],
	["/dashboard/account", "Account"],
] as const;

/** The top of every page of the dashboard: where else to go, who is signed in, and the way out. */
export const Bar = ({ user, at }: { user: User; at: (typeof places)[number][0] }) => (
	<div class="bar">
		<nav aria-label="Dashboard">
			{places.map(([path, words]) => (
				<a href={path} aria-current={path === at ? "page" : undefined}>
					{words}
				</a>
			))}
		</nav>
		<div class="who">
			<span class="dim">{user.email}</span>
			<form method="post" action="/sign_out">
				<button class="link" type="submit">
					Sign out
				</button>
			</form>
		</div>
	</div>
);
