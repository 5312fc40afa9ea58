import type { ArtistDays } from "../../../domain/booking/calendar/read-calendar.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import type { Visit } from "../frame/visit.ts";
import { entriesOn } from "./geometry.ts";
import { ItemView, itemsOf } from "./item.tsx";
import { path } from "./paths.ts";
import { dayName, timesOf, zoneName } from "./words.ts";

interface Props {
	visit: Visit;
	weeks: ArtistDays[];
	timezone: string;
	/** The part of the query that the links to the days keep. */
	query: Record<string, string | undefined>;
}

export const Roster = ({ visit, weeks, timezone, query }: Props) => {
	const today = zoned(visit.ctx.now, timezone).toPlainDate().toString();
	const dates = weeks[0]?.days.map(({ date }) => date) ?? [];
	return (
		// biome-ignore lint/a11y/noRedundantRoles: CSS changes its display on a narrow screen
		<table class="roster" role="table" aria-label="The week of each artist">
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<thead role="rowgroup">
				{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
				<tr role="row">
					{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
					<th role="columnheader" scope="col">
						Artist
					</th>
					{dates.map((date) => (
						// biome-ignore lint/a11y/noRedundantRoles: see above
						<th role="columnheader" scope="col" class={date === today ? "today" : undefined}>
							<a href={visit.to(path, { ...query, day: date })}>{dayName(date)}</a>
							{date === today && <span class="hidden">, today</span>}
						</th>
					))}
				</tr>
			</thead>
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<tbody role="rowgroup">
				{weeks.map((one) => (
					<ArtistRow visit={visit} of={one} timezone={timezone} today={today} />
				))}
			</tbody>
		</table>
	);
};

interface RowProps {
	visit: Visit;
	of: ArtistDays;
	timezone: string;
	today: string;
}

const ArtistRow = ({ visit, of, timezone, today }: RowProps) => {
	const { artist, days, openings } = of;
	const shown = itemsOf(of);
	return (
		// biome-ignore lint/a11y/noRedundantRoles: see above
		<tr role="row">
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<th role="rowheader" scope="row">
				<a href={visit.to(path, { artist_id: artist.id, week: days[0]?.date })}>{artist.name}</a>
				{artist.timezone !== timezone && <span class="dim zone"> in {zoneName(artist.timezone)}</span>}
			</th>
			{days.map((day) => {
				const hours = entriesOn(day, openings).map((entry) => timesOf(entry, day));
				const entries = entriesOn(day, shown);
				const classes = [day.date === today && "today", hours.length === 0 && "closed"].filter(Boolean).join(" ");
				return (
					// biome-ignore lint/a11y/noRedundantRoles: see above
					<td role="cell" data-head={dayName(day.date)} class={classes || undefined}>
						<p class="hours">{hours.length === 0 ? "Closed" : hours.join(", ")}</p>
						{entries.length > 0 && (
							// biome-ignore lint/a11y/noRedundantRoles: browsers drop the role of a list without markers
							<ul role="list">
								{entries.map((entry) => (
									<li>
										<ItemView visit={visit} item={entry} day={day} />
									</li>
								))}
							</ul>
						)}
					</td>
				);
			})}
		</tr>
	);
};
