import type { ArtistDays, ArtistSelection, CalendarRead } from "../../../domain/booking/calendar/read-calendar.ts";
import type { Named, NamedArtist } from "../../../domain/studio/names.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { Empty, Note, Panel, Title } from "../../ui/components/elements.tsx";
import { Input } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Live } from "../../ui/components/live.tsx";
import { UndoForm } from "../appointments/after-move.tsx";
import { timesOf } from "../appointments/times.ts";
import { selectOptions } from "../forms/select-options.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FilterDependent, Filters, Results } from "../lists/filters.tsx";
import { type Column, Grid } from "./grid.tsx";
import { path } from "./paths.ts";
import { Roster } from "./roster.tsx";
import { besideView, nameOfView, queryOfView, type View } from "./view.ts";
import { dayName, zoneName } from "./words.ts";

interface Choice {
	artists: NamedArtist[];
	shops: (Named & { timezone: string })[];
}

interface Props {
	visit: Visit;
	selection: ArtistSelection;
	view: View;
	withCancelled: boolean;
	choice: Choice;
	found: CalendarRead;
}

export const CalendarPage = (props: Props) => {
	const { visit, selection, view, found } = props;
	const artist = "artistId" in selection ? found.artists[0]?.artist : undefined;
	const shop = "artistId" in selection ? undefined : props.choice.shops.find(({ id }) => id === selection.shopId);
	const of = artist?.name ?? shop?.name ?? "All artists of the studio";
	const bookOn = view.kind === "day" ? { day: view.first } : {};
	return (
		<>
			<FilterDependent name="head">
				<Title text="Calendar" lead={of}>
					<a class="button primary" href={visit.to(`${path}/new`, { artist_id: artist?.id, ...bookOn })}>
						<Icon name="plus" />
						Book
					</a>
				</Title>
				{artist?.status === "DEACTIVATED" && (
					<Note tone="warn">{artist.name} is deactivated and cannot be booked.</Note>
				)}
				{found.isTruncated && (
					<Note tone="warn">There are more entries than one page shows. Choose a single artist.</Note>
				)}
				<DoneNote
					visit={visit}
					words={{ blocked: "The time is blocked.", freed: "The time block is deleted, and its time is free." }}
				/>
				<MovedNote {...props} />
			</FilterDependent>
			<Panel>
				<CalendarFilters {...props} />
				<Results announcement={`${nameOfView(view)}: ${of}`}>
					<Steps {...props} />
					{found.artists.length > 0 ? (
						<Live what="appointments" on>
							<Shown {...props} />
						</Live>
					) : (
						<NoArtist visit={visit} ofShop={shop !== undefined} />
					)}
					<ArtistPager {...props} />
				</Results>
			</Panel>
		</>
	);
};

/** After an appointment was moved from this page. */
const MovedNote = ({ visit, found }: Props) => {
	const { moved, done = "" } = visit.c.req.query();
	for (const { artist, appointments } of found.artists) {
		const entry = appointments.find(({ id }) => id === moved);
		if (!entry) continue;
		const span = { start_at: timestamp(entry.start), end_at: timestamp(entry.end) };
		const times = `${timesOf(span, artist.timezone)} with ${artist.name}`;
		const name = entry.client ?? "The appointment of a deleted client";
		const of = { id: entry.id, artist_id: artist.id, updated_at: timestamp(entry.updatedAt) };
		const words = {
			moved: `${name} is moved to ${times}. The client got no mail.`,
			moved_told: `${name} is moved to ${times}. The client got a mail.`,
		};
		return (
			<DoneNote visit={visit} words={{ ...words, handed_over: words.moved, handed_over_told: words.moved_told }}>
				<UndoForm visit={visit} of={of} back={visit.c.req.path + new URL(visit.c.req.url).search} />
			</DoneNote>
		);
	}
	return done && moved ? (
		<Note tone="good">
			The appointment is moved to another page of the calendar: <a href={visit.to(`${path}/${moved}`)}>show it</a>.
		</Note>
	) : null;
};

const Shown = (props: Props) => {
	const { visit, selection, view, choice, found } = props;
	const { studio } = visit;
	const [first] = found.artists;
	if (!first) return null;
	if (view.kind === "week" && !("artistId" in selection)) {
		const shop = choice.shops.find(({ id }) => id === selection.shopId);
		const timezone = shop?.timezone ?? studio.timezone;
		return <Roster visit={visit} weeks={found.artists} timezone={timezone} query={queryOf(props)} />;
	}
	const columns = view.kind === "week" ? daysOf(first, visit) : found.artists.map((one) => dayOf(one, visit, view));
	return (
		<>
			<Grid visit={visit} columns={columns} />
			{first.timezone !== studio.timezone && (
				<p class="dim after">The times on this page are in {zoneName(first.timezone)}.</p>
			)}
		</>
	);
};

const todayIn = ({ ctx }: Visit, timezone: string): string => zoned(ctx.now, timezone).toPlainDate().toString();

function daysOf(of: ArtistDays, visit: Visit): Column[] {
	const today = todayIn(visit, of.timezone);
	return of.days.map((day) => ({
		id: `day-${day.date}`,
		of,
		day,
		heading: (
			<>
				<a href={visit.to(path, { artist_id: of.artist.id, day: day.date })}>{dayName(day.date)}</a>
				{day.date === today && <span class="hidden">, today</span>}
			</>
		),
		bookWords: `Book on ${dayName(day.date)}`,
		isToday: day.date === today,
	}));
}

function dayOf(of: ArtistDays, visit: Visit, { first }: View): Column {
	const { artist, timezone, days } = of;
	return {
		id: `of-${artist.id}`,
		of,
		day: days[0] as (typeof days)[number],
		heading: (
			<>
				<a href={visit.to(path, { artist_id: artist.id, week: first })}>{artist.name}</a>
				{artist.timezone !== timezone && <span class="dim zone"> in {zoneName(artist.timezone)}</span>}
			</>
		),
		bookWords: `Book with ${artist.name}`,
		isToday: days[0]?.date === todayIn(visit, timezone),
	};
}

const NoArtist = ({ visit, ofShop }: { visit: Visit; ofShop: boolean }) => (
	<Empty
		title={ofShop ? "No artist works in this shop yet" : "No artists yet"}
		actions={
			<a class="button" href={visit.to("/dashboard/artists")}>
				Artists
			</a>
		}
	>
		{ofShop
			? "Choose this shop in the form of an artist. Then their days appear here."
			: "Create an artist and set the working hours. Then their days appear here."}
	</Empty>
);

const CalendarFilters = ({ visit, selection, view, withCancelled, choice: { artists, shops } }: Props) => {
	const chosen = "artistId" in selection ? selection.artistId : (selection.shopId ?? "");
	const active = artists.filter(({ status }) => status === "ACTIVE");
	const others = artists.filter(({ status }) => status !== "ACTIVE");
	const options = (all: readonly Named[]) =>
		selectOptions(all.map(({ id, name }) => ({ id, name }))).map(({ value, text, disabled }) => (
			<option value={value} selected={value === chosen} disabled={disabled}>
				{text}
			</option>
		));
	const of = { values: { date: [view.first] } };
	return (
		<Filters visit={visit} action={path}>
			<div class="field">
				<label for="of">Show</label>
				<select id="of" name="of">
					<option value="">All artists</option>
					{shops.length > 0 && <optgroup label="Shops">{options(shops)}</optgroup>}
					{active.length > 0 && <optgroup label="Artists">{options(active)}</optgroup>}
					{others.length > 0 && <optgroup label="Deactivated">{options(others)}</optgroup>}
				</select>
			</div>
			<div class="field short">
				<label for="view">View</label>
				<select id="view" name="view">
					<option value="day" selected={view.kind === "day"}>
						Day
					</option>
					<option value="week" selected={view.kind === "week"}>
						Week
					</option>
				</select>
			</div>
			<Input of={of} name="date" label="Date" type="date" />
			<label class="choice">
				<input type="checkbox" name="cancelled" value="true" checked={withCancelled} />
				Cancelled too
			</label>
			<button type="submit">Show</button>
		</Filters>
	);
};

const queryOf = ({ selection, withCancelled }: Props) => ({
	...("artistId" in selection ? { artist_id: selection.artistId } : { shop_id: selection.shopId }),
	cancelled: withCancelled ? "true" : undefined,
});

const Steps = (props: Props) => {
	const { visit, view } = props;
	const to = (shown: Record<string, string>) => visit.to(path, { ...queryOf(props), ...shown });
	return (
		<nav class="steps" aria-label="Days">
			<a class="button" href={to(queryOfView(besideView(view, -1)))}>
				<Icon name="back" />
				Previous
			</a>
			<a class="button" href={to({ view: view.kind })}>
				Today
			</a>
			<a class="button" href={to(queryOfView(besideView(view, 1)))}>
				Next
				<Icon name="right" />
			</a>
			<span class="name">{nameOfView(view)}</span>
		</nav>
	);
};

/** The oldest artist comes first. */
const ArtistPager = (props: Props) => {
	const { visit, selection, view, found } = props;
	if ("artistId" in selection || (found.next === undefined && selection.after === undefined)) return null;
	const to = (after: string | undefined) => visit.to(path, { ...queryOf(props), ...queryOfView(view), after });
	return (
		<nav class="pager" aria-label="Artists">
			<span>{selection.after && <a href={to(undefined)}>First artists</a>}</span>
			<span>
				{found.next ? (
					<a href={to(found.next)}>
						Next artists <Icon name="right" />
					</a>
				) : (
					<span class="dim">These are the last artists.</span>
				)}
			</span>
		</nav>
	);
};
