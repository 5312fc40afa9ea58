import type { Day } from "../../../domain/booking/calendar/days.ts";
import type { ArtistDays, CalendarAppointment } from "../../../domain/booking/calendar/read-calendar.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { minuteMs, timestamp } from "../../../platform/lib/time.ts";
import type { Visit } from "../frame/visit.ts";
import type { DayEntry } from "./geometry.ts";
import { pathOf } from "./paths.ts";
import { clockTime, depositWords, timesOf } from "./words.ts";

/** An appointment, or a time in which the artist cannot be booked. */
export type CalendarItem = Span & { artistId: string; bufferBeforeMs: number; bufferAfterMs: number } & (
		| { kind: "appointment"; entry: CalendarAppointment }
		| { kind: "block"; id: string; reason: string | null }
		| { kind: "busy" }
		| { kind: "hold"; until: string }
	);

export function itemsOf({ artist, timezone, appointments, blocks, busy, holds }: ArtistDays): CalendarItem[] {
	const none = { artistId: artist.id, bufferBeforeMs: 0, bufferAfterMs: 0 };
	return [
		...appointments.map(
			(entry): CalendarItem => ({
				...none,
				kind: "appointment",
				entry,
				start: entry.start,
				end: entry.end,
				// Only a live appointment keeps time free.
				...(entry.status === "SCHEDULED" ? buffersOf(entry) : {}),
			}),
		),
		...blocks.map((block): CalendarItem => ({ ...none, kind: "block", ...block })),
		...busy.map((span): CalendarItem => ({ ...none, kind: "busy", ...span })),
		...holds.map(
			({ start, end, expiresAt, ...buffers }): CalendarItem => ({
				...none,
				kind: "hold",
				start,
				end,
				...buffersOf(buffers),
				until: clockTime(expiresAt, timezone),
			}),
		),
	];
}

const buffersOf = ({ bufferBeforeMs, bufferAfterMs }: Pick<CalendarItem, "bufferBeforeMs" | "bufferAfterMs">) => ({
	bufferBeforeMs,
	bufferAfterMs,
});

/** Whether nothing else can be booked at this time. */
export const isTaken = (item: CalendarItem): boolean =>
	item.kind !== "appointment" || item.entry.status === "SCHEDULED" || item.entry.status === "COMPLETED";

const states = { SCHEDULED: "", COMPLETED: "Completed", CANCELLED: "Cancelled", NO_SHOW: "No show" } as const;

const utcOf = ({ start, end }: Span): string => {
	const [from, to] = [start, end].map((at) => timestamp(at).slice(0, 16).replace("T", " "));
	return `${from} – ${to} UTC`;
};

function bufferWords({ bufferBeforeMs, bufferAfterMs }: CalendarItem): string {
	const parts = [
		bufferBeforeMs > 0 && `${bufferBeforeMs / minuteMs} min before`,
		bufferAfterMs > 0 && `${bufferAfterMs / minuteMs} min after`,
	].filter(Boolean);
	return parts.length === 0 ? "" : `Buffer: ${parts.join(", ")}`;
}

/** Whether a script may offer to move it: all of it is on this day. */
const isMovable = ({ of, startsEarlier, endsLater }: DayEntry<CalendarItem>): boolean =>
	of.kind === "appointment" && of.entry.status === "SCHEDULED" && !startsEarlier && !endsLater;

const forMoving = ({ start, end, updatedAt }: CalendarAppointment) => ({
	"data-seen": timestamp(updatedAt),
	"data-start": start,
	"data-length": end - start,
});

interface Props {
	visit: Visit;
	item: DayEntry<CalendarItem>;
	day: Day;
	/** The room for text: `short` has one line, `brief` two. */
	room?: "short" | "brief" | "enough";
}

export const ItemView = ({ visit, item, day, room = "enough" }: Props) => {
	const { of } = item;
	const buffer = bufferWords(of);
	const [start, end] = timesOf(item, day).split("–");
	const content = (
		<>
			<time class="times" datetime={timestamp(of.start)} title={utcOf(of)}>
				{start}
				{end && <span class="end">–{end}</span>}
			</time>{" "}
			<Words of={of} now={visit.ctx.now} />
			{buffer && <span class="buffers"> {buffer}</span>}
		</>
	);
	const classes = `item ${of.kind}${room === "enough" ? "" : ` ${room}`}`;
	if (of.kind === "appointment")
		return (
			<a
				class={`${classes} ${of.entry.status.toLowerCase()}`}
				href={visit.to(pathOf(of.entry))}
				{...(isMovable(item) ? forMoving(of.entry) : {})}
			>
				{content}
			</a>
		);
	if (of.kind === "block")
		return (
			<a
				class={classes}
				href={visit.to(`/dashboard/artists/${of.artistId}/time_blocks/${of.id}/delete`, { day: day.date })}
			>
				{content}
				<span class="hidden">, delete</span>
			</a>
		);
	return <div class={classes}>{content}</div>;
};

const Words = ({ of, now }: { of: CalendarItem; now: number }) => {
	if (of.kind === "appointment") {
		const { entry } = of;
		const what = [entry.title ?? entry.type, states[entry.status], depositWords(entry, now)]
			.filter(Boolean)
			.join(" · ");
		return (
			<>
				<strong class="name">{entry.client ?? "A deleted client"}</strong> <span class="what">{what}</span>
			</>
		);
	}
	if (of.kind === "hold")
		return (
			<>
				<span class="name">Held</span> <span class="what">by a visitor until {of.until}</span>
			</>
		);
	return <span class="name">{of.kind === "busy" ? "Busy elsewhere" : (of.reason ?? "Blocked")}</span>;
};
