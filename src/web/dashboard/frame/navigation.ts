import type { IconName } from "../../ui/components/icon.tsx";

/** What a person may open: an OWNER everything, STAFF the studio's daily work. */
export type Audience = "owner" | "everyone";

export interface NavigationEntry {
	path: string;
	text: string;
	icon: IconName;
	/** After `g` it leads there. */
	key: string;
	audience: Audience;
	/** Pages of the area that lie at another address. */
	alsoPath?: string;
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

/** The areas of the dashboard as the navigation shows them. */
export const navigation: readonly { title: string; entries: readonly NavigationEntry[] }[] = [
	{ title: "", entries: [navigationEntry("", "Overview", "overview", "o")] },
	{
		title: "Studio",
		entries: [
			navigationEntry("/calendar", "Calendar", "calendar", "a"),
			navigationEntry("/clients", "Clients", "clients", "c"),
			navigationEntry("/leads", "Leads", "lead", "d"),
			navigationEntry("/artists", "Artists", "artist", "r"),
			navigationEntry("/shops", "Shops", "shop", "s"),
			navigationEntry("/event_types", "Event types", "event_type", "b"),
		],
	},
	{
		title: "API",
		entries: [
			navigationEntry("/api_keys", "API keys", "key", "k", "owner"),
			{ ...navigationEntry("/webhooks", "Webhooks", "webhook", "w", "owner"), alsoPath: "/dashboard/deliveries" },
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

const allEntries = navigation.flatMap((group) => group.entries);

/** The area of an address: the one whose address is its longest beginning. */
export const navigationEntryOf = (path: string): NavigationEntry | undefined =>
	allEntries
		.flatMap((place) => [place.path, place.alsoPath ?? place.path].map((begin) => ({ place, begin })))
		.filter(({ begin }) => path === begin || path.startsWith(`${begin}/`))
		.sort((a, b) => b.begin.length - a.begin.length)[0]?.place;
