import type { CalendarFeed } from "../../../domain/booking/calendar-feeds/schema.ts";
import type { Picture } from "../../../domain/pictures/schema.ts";
import { artistFields } from "../../../domain/studio/artists/fields.ts";
import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { ArtistWithShop } from "../../../domain/studio/artists/with-shop.ts";
import type { ExternalCalendar } from "../../../domain/studio/calendars/schema.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { TimeBlock } from "../../../domain/studio/time-blocks/schema.ts";
import { Badge, Code, Empty, Facts, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { FeedPanel, feedDone } from "../calendar-feeds/panel.tsx";
import { factsOf } from "../fields/facts.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { PicturesPanel } from "../pictures/panel.tsx";
import type { PictureRecord } from "../pictures/record.ts";
import { Blocks, Calendar, Hours } from "./artist-times.tsx";
import { State } from "./list-page.tsx";
import { path, pathOf } from "./paths.ts";

const done = {
	created: "The artist has been created. Now set the working hours: without them nobody can book.",
	changed: "The artist has been changed.",
	deactivated: "The artist has been deactivated and can no longer be booked.",
	activated: "The artist can be booked again.",
	hours: "The working hours have been saved.",
	blocked: "The time has been blocked.",
	freed: "The time block has been deleted.",
	calendar: "The external calendar has been saved. You see its last reading below.",
	calendar_removed: "The external calendar and its busy times have been removed.",
	...feedDone,
};

interface Props {
	visit: Visit;
	found: ArtistWithShop;
	blocks: TimeBlock[];
	nextBlocks: string | undefined;
	calendar: ExternalCalendar | undefined;
	feed: CalendarFeed | undefined;
	types: EventType[];
	pictures: Picture[];
}

export const pictureRecordOf = (artist: Artist): PictureRecord => ({
	owner: { type: "artist", id: artist.id },
	name: artist.name,
	path: pathOf(artist),
	avatarId: artist.avatar_picture_id,
});

export const ArtistPage = ({ visit, found, blocks, nextBlocks, calendar, feed, types, pictures }: Props) => {
	const { artist, shop } = found;
	const at = (step: string) => visit.to(`${pathOf(artist)}/${step}`);
	return (
		<>
			<Title
				text={artist.name}
				back={{ href: visit.to(path), text: "Artists" }}
				beside={<State artist={artist} />}
				lead={shop ?? undefined}
			>
				<a class="button" href={visit.to("/dashboard/calendar", { artist_id: artist.id })}>
					Calendar
				</a>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				{artist.status === "ACTIVE" ? (
					<a class="button danger" href={at("deactivate")}>
						Deactivate
					</a>
				) : (
					<>
						<PostButton action={at("activate")}>Activate</PostButton>
						<a class="button danger" href={at("delete")}>
							Delete
						</a>
					</>
				)}
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<Facts
					of={[
						["Email", artist.email],
						["Shop", artist.shop_id && <a href={visit.to(`/dashboard/shops/${artist.shop_id}`)}>{shop}</a>],
						["Time zone", artist.timezone.replaceAll("_", " ")],
						["Appointments a day", artist.max_appointments_per_day ?? "No limit"],
						artist.is_consultation_desk && ["Consultation desk", "Takes only consultations"],
						...factsOf(artist, { fields: artistFields, names: ["instagram_handle", "website_url", "bio"] }),
						["Id", <code>{artist.id}</code>],
					]}
				/>
				<Code
					id="booking-page"
					label="Address of the booking page"
					text={`${visit.ctx.settings.bookingUrl}/${artist.slug}`}
				/>
			</Panel>
			<PicturesPanel visit={visit} record={pictureRecordOf(artist)} pictures={pictures} />
			<Hours artist={artist} href={at("hours")} />
			<Blocks visit={visit} artist={artist} blocks={blocks} next={nextBlocks} />
			<Calendar artist={artist} calendar={calendar} at={at} />
			<FeedPanel visit={visit} path={pathOf(artist)} feed={feed} what="of this artist" />
			<Types visit={visit} artist={artist} types={types} />
		</>
	);
};

const Types = ({ visit, artist, types }: { visit: Visit; artist: Artist; types: EventType[] }) => (
	<Panel
		title="Event types"
		actions={
			<a class="button" href={visit.to("/dashboard/event_types/new", { artist_id: artist.id })}>
				New event type
			</a>
		}
	>
		{types.length === 0 ? (
			<Empty title="No event types yet">
				An event type says what clients can book: its length, its price and its rules.
			</Empty>
		) : (
			<>
				<ul>
					{types.map(({ id, name, duration_minutes, is_active }) => (
						<li>
							<a href={visit.to(`/dashboard/event_types/${id}`)}>{name}</a>, {duration_minutes} minutes{" "}
							{!is_active && <Badge>Not active</Badge>}
						</li>
					))}
				</ul>
				<p class="after">
					<a href={visit.to("/dashboard/event_types", { artist_id: artist.id })}>All event types of {artist.name}</a>
				</p>
			</>
		)}
	</Panel>
);
