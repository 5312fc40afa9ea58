import type { IconName } from "../../ui/components/icon.tsx";

/** What a person may open: an OWNER everything, STAFF the studio's daily work. */
export type Who = "owner" | "everyone";

export interface Place {
	path: string;
	text: string;
	icon: IconName;
	/** After `g` it leads there. */
	key: string;
	who: Who;
	/** Pages of the area that lie at another address. */
	also?: string;
}

const place = (path: string, text: string, icon: IconName, key: string, who: Who = "everyone"): Place => ({
	path: `/dashboard${path}`,
	text,
	icon,
	key,
	who,
});

/** The areas of the dashboard as the navigation shows them. */
export const places: readonly { title: string; places: readonly Place[] }[] = [
	{ title: "", places: [place("", "Overview", "overview", "o")] },
	{
		title: "Studio",
		places: [
			place("/calendar", "Calendar", "calendar", "a"),
			place("/clients", "Clients", "clients", "c"),
			place("/leads", "Leads", "lead", "d"),
			place("/artists", "Artists", "artist", "r"),
			place("/shops", "Shops", "shop", "s"),
			place("/event_types", "Event types", "event_type", "b"),
		],
	},
	{
		title: "API",
		places: [
			place("/api_keys", "API keys", "key", "k", "owner"),
			{ ...place("/webhooks", "Webhooks", "webhook", "w", "owner"), also: "/dashboard/deliveries" },
			place("/events", "Events", "event", "e", "owner"),
			place("/requests", "Requests", "request", "q", "owner"),
			place("/connected_apps", "Connected apps", "app", "p", "owner"),
			place("/audit_log", "Audit log", "audit_log", "l", "owner"),
		],
	},
	{
		title: "People",
		places: [place("/team", "Team", "team", "t", "owner"), place("/account", "Account", "account", "m")],
	},
];

const all = places.flatMap((group) => group.places);

/** The area of an address: the one whose address is its longest beginning. */
export const placeOf = (path: string): Place | undefined =>
	all
		.flatMap((place) => [place.path, place.also ?? place.path].map((begin) => ({ place, begin })))
		.filter(({ begin }) => path === begin || path.startsWith(`${begin}/`))
		.sort((a, b) => b.begin.length - a.begin.length)[0]?.place;
