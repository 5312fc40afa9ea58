import type { IconName } from "../../ui/components/icon.tsx";

/** The people who may open a page: only owners, or owners and staff. */
export type Audience = "owner" | "everyone";

export interface NavigationEntry {
	path: string;
	text: string;
	icon: IconName;
	/** The shortcut: `g`, then this key. */
	key: string;
	audience: Audience;
	/** Other addresses whose pages belong to the area. */
	alsoPaths?: readonly string[];
}

const navigationEntry = (
	path: string,
	text: string,
	icon: IconName,
	key: string,
	audience: Audience = "everyone",
): NavigationEntry => ({
	path: `/dashboard${path}`,
	text,
	icon,
	key,
	audience,
});

export const navigation: readonly { title: string; entries: readonly NavigationEntry[] }[] = [
	{ title: "", entries: [navigationEntry("", "Overview", "overview", "o")] },
	{
		title: "Studio",
		entries: [
			navigationEntry("/calendar", "Calendar", "calendar", "a"),
			navigationEntry("/deposits", "Deposits", "deposit", "h"),
			{ ...navigationEntry("/clients", "Clients", "clients", "c"), alsoPaths: ["/dashboard/import"] },
			navigationEntry("/leads", "Leads", "lead", "d"),
			navigationEntry("/artists", "Artists", "artist", "r"),
			navigationEntry("/shops", "Shops", "shop", "s"),
			navigationEntry("/event_types", "Event types", "event_type", "b"),
			navigationEntry("/forms", "Forms", "form", "f"),
			navigationEntry("/brand", "Brand", "brand", "n", "owner"),
			navigationEntry("/studio", "Studio settings", "settings", "i", "owner"),
		],
	},
	{
		title: "API",
		entries: [
			navigationEntry("/api_keys", "API keys", "key", "k", "owner"),
			{
				...navigationEntry("/webhooks", "Webhooks", "webhook", "w", "owner"),
				alsoPaths: ["/dashboard/deliveries", "/dashboard/new_secrets"],
			},
			navigationEntry("/events", "Events", "event", "e", "owner"),
			navigationEntry("/requests", "Requests", "request", "q", "owner"),
			navigationEntry("/connected_apps", "Connected apps", "app", "p", "owner"),
			navigationEntry("/audit_log", "Audit log", "audit_log", "l", "owner"),
		],
	},
	{
		title: "People",
		entries: [
			navigationEntry("/team", "Team", "team", "t", "owner"),
			navigationEntry("/account", "Account", "account", "m"),
		],
	},
];

const areas = navigation
	.flatMap(({ entries }) => entries)
	.flatMap((entry) => [entry.path, ...(entry.alsoPaths ?? [])].map((prefix) => ({ entry, prefix })))
	.sort((a, b) => b.prefix.length - a.prefix.length);

export const navigationEntryOf = (path: string): NavigationEntry | undefined =>
	areas.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.entry;
