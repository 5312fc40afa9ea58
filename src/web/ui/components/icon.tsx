import { raw } from "hono/html";

/** SVG paths in a square of 24 units. */
const paths = {
	overview: "M4 13h6V4H4zM14 20h6V11h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
	calendar: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
	clients:
		"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2 .8 3 2.9 3 5.5",
	deposit: "M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 10v4M18 10v4",
	lead: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
	artist: "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
	shop: "M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-5h4v5",
	event_type: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
	key: "M14 10a4 4 0 1 0-3.5 4L13 16.5h2.5V19H18v2h3v-3z",
	webhook: "M8 9a4 4 0 1 1 6 3.2L16.5 17M12 8l-3 6M9 14a4 4 0 1 0 2.5 5H18a2 2 0 1 0 0-4",
	event: "M13 3L5 14h6l-1 7 8-11h-6z",
	request: "M4 7h13l-3-3M20 17H7l3 3",
	app: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7",
	audit_log: "M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3",
	team: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21c0-4 3-7 7-7s7 3 7 7",
	account:
		"M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
	form: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3",
	brand: "M12 3c3.5 4.5 6 7.5 6 11a6 6 0 0 1-12 0c0-3.5 2.5-6.5 6-11zM9.5 14.5a2.5 2.5 0 0 0 2.5 2.5",
	settings:
		"M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
	menu: "M4 7h16M4 12h16M4 17h16",
	down: "M7 10l5 5 5-5",
	back: "M14 6l-6 6 6 6",
	right: "M10 6l6 6-6 6",
	plus: "M12 5v14M5 12h14",
	search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
	good: "M5 12.5l4.5 4.5L19 7.5",
	bad: "M7 7l10 10M17 7L7 17",
	wait: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
} as const;

export type IconName = keyof typeof paths;

/** A picture beside words that say the same, so it is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
	<svg
		class="icon"
		viewBox="0 0 24 24"
		fill="none"
		stroke="currentColor"
		stroke-width="1.75"
		stroke-linecap="round"
		stroke-linejoin="round"
		aria-hidden="true"
	>
		{raw(`<path d="${paths[name]}"/>`)}
	</svg>
);
