import type { ArtistWeek } from "../../../domain/booking/calendar/read-week.ts";
import type { Day } from "../../../domain/booking/calendar/week.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import type { Visit } from "../frame/visit.ts";
import { Axis, type Rows, shownRows } from "./axis.ts";
import { type WeekItem, WeekItemView, weekItemsOf } from "./item.tsx";
import { type DayEntry, entriesOn, inLanes, type Placed } from "./lanes.ts";
import { path } from "./paths.ts";
import { changeWords, dayName, timesOf, zoneName } from "./words.ts";

interface DayOfGrid {
	day: Day;
	open: Rows[];
	missing: Rows[];
	placed: Placed<WeekItem>[];
	hours: string;
}

export const ArtistGrid = ({ visit, of }: { visit: Visit; of: ArtistWeek }) => {
	const { week, artist } = of;
	const axis = new Axis(week);
	const days = week.days.map((day) => dayOfGrid(of, day, axis));
	const rows = shownRows(
		days.flatMap(({ day, open, placed }) => [
			...open,
			...placed.filter(({ entry }) => stretchesWeek(entry, day)).map((one) => one.rows),
		]),
		axis,
	);
	const today = zoned(visit.ctx.now, artist.timezone).toPlainDate().toString();
	return (
		<div class="week">
			<div class="axis" aria-hidden="true">
				{axis
					.hours()
					.filter(({ row }) => rows.start <= row && row < rows.end)
					.map(({ row, text }) => (
						<span class={`at-${row - rows.start + 1}`}>{text}</span>
					))}
			</div>
			{days.map((one) => (
				<DayColumn visit={visit} of={one} rows={rows} artistId={artist.id} isToday={one.day.date === today} />
			))}
			{artist.timezone !== visit.studio.timezone && (
				<p class="dim zone">The times of this week are in {zoneName(artist.timezone)}.</p>
			)}
		</div>
	);
};

/** A block or a busy time that reaches beyond the day does not stretch the grid. It is shown at the edge. */
const stretchesWeek = ({ of, span }: DayEntry<WeekItem>, day: Day): boolean =>
	of.kind === "appointment" || (span.start > day.span.start && span.end < day.span.end);

function dayOfGrid(of: ArtistWeek, day: Day, axis: Axis): DayOfGrid {
	const open = entriesOn(day, of.openings);
	return {
		day,
		open: open.map(({ span }) => axis.rowsOf(day, span.start, span.end)),
		missing: axis.missing(day),
		placed: inLanes(entriesOn(day, weekItemsOf(of)), day, axis),
		hours: open.map((entry) => timesOf(entry, day, of.week.timezone)).join(", "),
	};
}

interface ColumnProps {
	visit: Visit;
	of: DayOfGrid;
	rows: Rows;
	artistId: string;
	isToday: boolean;
}

const DayColumn = ({ visit, of: { day, open, missing, placed, hours }, rows, artistId, isToday }: ColumnProps) => (
	<section class={isToday ? "day today" : "day"} aria-labelledby={`day-${day.date}`}>
		<header>
			<h2 id={`day-${day.date}`}>
				{dayName(day.date)}
				{isToday && <span class="hidden">, today</span>}
			</h2>
			<p class="hours">{hours === "" ? "Closed" : hours}</p>
			{day.change && <p class="change">{changeWords(day)}</p>}
			<a
				class="add"
				href={visit.to(`${path}/new`, { artist_id: artistId, day: day.date })}
				aria-label={`Book on ${dayName(day.date)}`}
			>
				Book
			</a>
		</header>
		<div class="slots">
			<div class={`ground ${rowClasses({ start: rows.start, end: rows.end }, rows)}`} aria-hidden="true" />
			{bands(open, "open", rows)}
			{bands(missing, "missing", rows)}
			{placed.length > 0 && (
				// biome-ignore lint/a11y/noRedundantRoles: browsers drop the role of a list without markers
				<ul role="list">
					{placed.map(({ entry, rows: itemRows, lane, lanes }) => (
						<li
							class={`${rowClasses(withinRows(itemRows, rows), rows)} ${lanes > 1 ? `lane-${lane + 1}-of-${lanes}` : "whole"}`}
						>
							<WeekItemView visit={visit} item={entry} day={day} room={roomIn(withinRows(itemRows, rows))} />
						</li>
					))}
				</ul>
			)}
		</div>
	</section>
);

/** The background behind the entries. The head of the day says the same in words. */
const bands = (all: readonly Rows[], kind: string, shown: Rows) =>
	all
		.map(({ start, end }) => ({ start: Math.max(start, shown.start), end: Math.min(end, shown.end) }))
		.filter(({ start, end }) => start < end)
		.map((rows) => <div class={`${kind} ${rowClasses(rows, shown)}`} aria-hidden="true" />);

const rowClasses = ({ start, end }: Rows, shown: Rows): string =>
	`at-${start - shown.start + 1} for-${Math.max(1, end - start)}`;

/** An entry outside the shown rows is in the first or the last of them. */
function withinRows({ start, end }: Rows, shown: Rows): Rows {
	const first = Math.min(Math.max(start, shown.start), shown.end - 1);
	return { start: first, end: Math.max(first + 1, Math.min(end, shown.end)) };
}

const roomIn = ({ start, end }: Rows) => (end - start <= 2 ? "short" : end - start === 3 ? "brief" : "enough");
