import type { ArtistSelection, Weeks } from "../../../domain/booking/calendar/read-week.ts";
import { daysLater } from "../../../domain/booking/calendar/week.ts";
import type { Named, NamedArtist } from "../../../domain/studio/names.ts";
import { Empty, Note, Panel, Title } from "../../ui/components/elements.tsx";
import { Input } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { selectOptions } from "../forms/select-options.ts";
import type { Visit } from "../frame/visit.ts";
import { FilterDependent, Filters, Results } from "../lists/filters.tsx";
import { ArtistGrid } from "./artist-week.tsx";
import { path } from "./paths.ts";
import { Roster } from "./roster.tsx";
import { weekName } from "./words.ts";

interface Choice {
	artists: NamedArtist[];
	shops: (Named & { timezone: string })[];
}

interface Props {
	visit: Visit;
	selection: ArtistSelection;
	monday: string;
	withCancelled: boolean;
	choice: Choice;
	found: Weeks;
}

export const WeekPage = (props: Props) => {
	const { visit, selection, monday, found } = props;
	const artist = "artistId" in selection ? found.weeks[0]?.artist : undefined;
	const shop = "artistId" in selection ? undefined : props.choice.shops.find(({ id }) => id === selection.shopId);
	const of = artist?.name ?? shop?.name ?? "All artists of the studio";
	return (
		<>
			<FilterDependent name="head">
				<Title text="Calendar" lead={of}>
					<a class="button primary" href={visit.to(`${path}/new`, { artist_id: artist?.id })}>
						<Icon name="plus" />
						Book
					</a>
				</Title>
				{artist?.status === "DEACTIVATED" && (
					<Note tone="warn">{artist.name} is deactivated and cannot be booked.</Note>
				)}
				{found.isTruncated && (
					<Note tone="warn">This week has more entries than one page shows. Choose a single artist.</Note>
				)}
			</FilterDependent>
			<Panel>
				<WeekFilters {...props} />
				<Results announcement={`${weekName(monday, daysLater(monday, 6))}: ${of}`}>
					<WeekLinks {...props} />
					{artist && found.weeks[0] ? (
						<ArtistGrid visit={visit} of={found.weeks[0]} />
					) : found.weeks.length > 0 ? (
						<Roster visit={visit} weeks={found.weeks} timezone={shop?.timezone ?? visit.studio.timezone} />
					) : (
						<Empty
							title={shop ? "No artist works in this shop yet" : "No artists yet"}
							actions={
								<a class="button" href={visit.to("/dashboard/artists")}>
									Artists
								</a>
							}
						>
							{shop
								? "Choose this shop in the form of an artist. Then their week appears here."
								: "Create an artist and set the working hours. Then their week appears here."}
						</Empty>
					)}
					<ArtistPager {...props} />
				</Results>
			</Panel>
		</>
	);
};

const WeekFilters = ({ visit, selection, monday, withCancelled, choice: { artists, shops } }: Props) => {
	const chosen = "artistId" in selection ? selection.artistId : (selection.shopId ?? "");
	const active = artists.filter(({ status }) => status === "ACTIVE");
	const others = artists.filter(({ status }) => status !== "ACTIVE");
	const options = (all: readonly Named[]) =>
		selectOptions(all.map(({ id, name }) => ({ id, name }))).map(({ value, text, disabled }) => (
			<option value={value} selected={value === chosen} disabled={disabled}>
				{text}
			</option>
		));
	const of = { values: { week: [monday] } };
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
			<Input of={of} name="week" label="Week of" type="date" />
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

const WeekLinks = (props: Props) => {
	const { visit, monday } = props;
	const to = (week: string | undefined) => visit.to(path, { ...queryOf(props), week });
	return (
		<nav class="steps" aria-label="Weeks">
			<a class="button" href={to(daysLater(monday, -7))}>
				<Icon name="back" />
				Previous
			</a>
			<a class="button" href={to(undefined)}>
				Today
			</a>
			<a class="button" href={to(daysLater(monday, 7))}>
				Next
				<Icon name="right" />
			</a>
			<span class="name">{weekName(monday, daysLater(monday, 6))}</span>
		</nav>
	);
};

/** The oldest artist comes first. */
const ArtistPager = (props: Props) => {
	const { visit, selection, monday, found } = props;
	if ("artistId" in selection || (found.next === undefined && selection.after === undefined)) return null;
	const to = (after: string | undefined) => visit.to(path, { ...queryOf(props), week: monday, after });
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
