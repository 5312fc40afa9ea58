import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { ExternalCalendar } from "../../../domain/studio/calendars/schema.ts";
import type { TimeBlock } from "../../../domain/studio/time-blocks/schema.ts";
import { Badge, Facts, Note, Pager, Panel } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";
import { type Range, rangesOfDay, weekdayNames, weekdays } from "./hours.ts";
import { pathOf } from "./paths.ts";

export const Hours = ({ artist, href }: { artist: Artist; href: string }) => (
	<Panel
		title="Working hours"
		lead={`Clients can be booked in these hours (${artist.timezone.replaceAll("_", " ")}).`}
		actions={
			<a class="button" href={href}>
				Edit hours
			</a>
		}
	>
		{artist.working_hours.length === 0 ? (
			<Note tone="warn">No hours are set, so nobody can book an event type of this artist.</Note>
		) : (
			<Facts
				pairs
				of={weekdays.map(
					(weekday) => [weekdayNames[weekday], <Day ranges={rangesOfDay(artist.working_hours, weekday)} />] as const,
				)}
			/>
		)}
	</Panel>
);

const Day = ({ ranges }: { ranges: readonly Range[] }) =>
	ranges.length === 0
		? "Closed"
		: ranges.map(({ start, end, overnight }, n) => (
				<>
					{n > 0 && " "}
					<span class="nowrap">
						{start}–{end}
						{overnight && " (next day)"}
						{n < ranges.length - 1 && ","}
					</span>
				</>
			));

interface BlocksProps {
	visit: Visit;
	artist: Artist;
	blocks: TimeBlock[];
	next: string | undefined;
}

export const Blocks = ({ visit, artist, blocks, next }: BlocksProps) => (
	<Panel
		title="Time blocks"
		lead="Holidays and other times in which the artist cannot be booked. Past ones are not shown."
		actions={
			<a class="button" href={visit.to(`${pathOf(artist)}/time_blocks/new`)}>
				New time block
			</a>
		}
	>
		{blocks.length === 0 ? (
			<p class="dim">No time is blocked.</p>
		) : (
			<Table
				label="Time blocks"
				rows={[...blocks].sort((a, b) => (a.start_at < b.start_at ? -1 : 1))}
				columns={[
					{ head: "From", kind: "lead", cell: ({ start_at }) => <LocalTime at={start_at} zone={artist.timezone} /> },
					{ head: "To", cell: ({ end_at }) => <LocalTime at={end_at} zone={artist.timezone} /> },
					{ head: "Reason", cell: ({ reason }) => reason ?? "–" },
					{
						head: "Delete",
						kind: "end",
						cell: ({ id, reason }) => (
							<a
								class="button"
								href={visit.to(`${pathOf(artist)}/time_blocks/${id}/delete`)}
								aria-label={`Delete ${reason ?? "the time block"}`}
							>
								Delete
							</a>
						),
					},
				]}
			/>
		)}
		<Pager next={next} />
	</Panel>
);

interface CalendarProps {
	artist: Artist;
	calendar: ExternalCalendar | undefined;
	at(step: string): string;
}

export const Calendar = ({ artist, calendar, at }: CalendarProps) => (
	<Panel
		title="External calendar"
		lead="The artist's other appointments, read from a calendar address every 15 minutes."
		actions={
			<>
				<a class="button" href={at("external_calendar")}>
					{calendar ? "Edit calendar" : "New calendar"}
				</a>
				{calendar && (
					<a class="button danger" href={at("external_calendar/remove")}>
						Remove
					</a>
				)}
			</>
		}
	>
		{calendar ? (
			<>
				{calendar.error && (
					<div class="alarm">The last reading failed: {calendar.error} The busy times from before still count.</div>
				)}
				<Facts
					of={[
						["Address", calendar.ics_url ? <code>{calendar.ics_url}</code> : "Given by the operator"],
						calendar.ics_url !== null && [
							"State",
							calendar.error ? <Badge tone="bad">Failed</Badge> : <Badge tone="good">Read</Badge>,
						],
						[
							"Last reading",
							calendar.fetched_at ? <LocalTime at={calendar.fetched_at} zone={artist.timezone} withUtc /> : "None yet",
						],
						calendar.next_fetch_at !== null && [
							"Next reading",
							<LocalTime at={calendar.next_fetch_at} zone={artist.timezone} withUtc />,
						],
					]}
				/>
			</>
		) : (
			<p class="dim">None. Only appointments and time blocks make the artist busy.</p>
		)}
	</Panel>
);
