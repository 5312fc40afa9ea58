import type { ArtistWeek, CalendarAppointment } from "../../../domain/booking/calendar/read-week.ts";
import type { Day } from "../../../domain/booking/calendar/week.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { Visit } from "../frame/visit.ts";
import type { DayEntry } from "./lanes.ts";
import { pathOf } from "./paths.ts";
import { timesOf } from "./words.ts";

/** An appointment, or a time in which the artist cannot be booked. */
export type WeekItem = Span & { timezone: string } & (
		| { kind: "appointment"; entry: CalendarAppointment }
		| { kind: "block"; reason: string | null }
		| { kind: "busy" }
	);

export const weekItemsOf = ({ week: { timezone }, appointments, blocks, busy }: ArtistWeek): WeekItem[] => [
	...appointments.map(
		(entry) => ({ kind: "appointment", entry, timezone, start: entry.start, end: entry.end }) as const,
	),
	...blocks.map((block) => ({ kind: "block", timezone, ...block }) as const),
	...busy.map((span) => ({ kind: "busy", timezone, ...span }) as const),
];

const states = { SCHEDULED: "", COMPLETED: "Completed", CANCELLED: "Cancelled", NO_SHOW: "No show" } as const;

const utcOf = ({ start, end }: Span): string => {
	const [from, to] = [start, end].map((at) => timestamp(at).slice(0, 16).replace("T", " "));
	return `${from} – ${to} UTC`;
};

interface Props {
	visit: Visit;
	item: DayEntry<WeekItem>;
	day: Day;
	/** The room for text: `short` has one line, `brief` two. */
	room?: "short" | "brief" | "enough";
}

export const WeekItemView = ({ visit, item, day, room }: Props) => {
	const { of } = item;
	const times = (
		<time class="times" datetime={timestamp(of.start)} title={utcOf(of)}>
			{timesOf(item, day, of.timezone)}
		</time>
	);
	const classes = room && room !== "enough" ? `item ${room}` : "item";
	if (of.kind !== "appointment")
		return (
			<div class={`${classes} ${of.kind}`}>
				{times} <span class="name">{of.kind === "busy" ? "Busy elsewhere" : (of.reason ?? "Blocked")}</span>
			</div>
		);
	const { entry } = of;
	return (
		<a class={`${classes} appointment ${entry.status.toLowerCase()}`} href={visit.to(pathOf(entry))}>
			{times} <strong class="name">{entry.client ?? "A deleted client"}</strong>{" "}
			<span class="what">{[entry.title ?? entry.type, states[entry.status]].filter(Boolean).join(" · ")}</span>
		</a>
	);
};
