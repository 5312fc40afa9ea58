import type { ArtistWeek } from "../../../domain/booking/calendar/read-week.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import type { Visit } from "../frame/visit.ts";
import { WeekItemView, weekItemsOf } from "./item.tsx";
import { entriesOn } from "./lanes.ts";
import { path } from "./paths.ts";
import { dayName, timesOf, zoneName } from "./words.ts";

interface Props {
	visit: Visit;
	weeks: ArtistWeek[];
	timezone: string;
}

export const Roster = ({ visit, weeks, timezone }: Props) => {
	const today = zoned(visit.ctx.now, timezone).toPlainDate().toString();
	const dates = weeks[0]?.week.days.map(({ date }) => date) ?? [];
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
							{dayName(date)}
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
	of: ArtistWeek;
	timezone: string;
	today: string;
}

const ArtistRow = ({ visit, of, timezone, today }: RowProps) => {
	const { artist, week, openings } = of;
	const shown = weekItemsOf(of);
	return (
		// biome-ignore lint/a11y/noRedundantRoles: see above
		<tr role="row">
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<th role="rowheader" scope="row">
				<a href={visit.to(path, { artist_id: artist.id, week: week.days[0]?.date })}>{artist.name}</a>
				{artist.timezone !== timezone && <span class="dim zone"> in {zoneName(artist.timezone)}</span>}
			</th>
			{week.days.map((day) => {
				const hours = entriesOn(day, openings).map((entry) => timesOf(entry, day, week.timezone));
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
										<WeekItemView visit={visit} item={entry} day={day} />
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
