import { secondMs } from "../../../platform/lib/time.ts";

interface Entry {
	startAt: number;
	endAt: number;
	summary: string;
	description: string;
	location: string | null;
}

/** Addresses of web calendars that show a form with the appointment filled in. They carry nothing else. */
export function webCalendars({
	startAt,
	endAt,
	summary,
	description,
	location,
}: Entry): { name: string; url: string }[] {
	const [start, end] = [isoOf(startAt), isoOf(Math.ceil(endAt / secondMs) * secondMs)];
	const place = location ?? "";
	const google = { text: summary, dates: `${basic(start)}/${basic(end)}`, details: description, location: place };
	const outlook = { subject: summary, startdt: start, enddt: end, body: description, location: place };
	const yahoo = { title: summary, st: basic(start), et: basic(end), desc: description, in_loc: place };
	return [
		{ name: "Google", url: address("https://calendar.google.com/calendar/render?action=TEMPLATE", google) },
		{
			name: "Outlook",
			url: address(
				"https://outlook.live.com/calendar/deeplink/compose?path=/calendar/action/compose&rru=addevent",
				outlook,
			),
		},
		{ name: "Yahoo", url: address("https://calendar.yahoo.com/?v=60", yahoo) },
	];
}

const isoOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, "2026-01-05T10:00:00".length)}Z`;

const basic = (iso: string): string => iso.replaceAll(/[-:]/g, "");

/** Outlook shows the plus sign of form encoding as it is. */
const address = (base: string, values: Record<string, string>): string =>
	[base, ...Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join("&");
