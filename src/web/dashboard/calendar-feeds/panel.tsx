import type { CalendarFeed } from "../../../domain/booking/calendar-feeds/schema.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { Facts, Note, Panel } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";

export const detailsWords: Record<CalendarFeed["details"], { text: string; hint: string }> = {
	full: { text: "Everything", hint: "The client's name, the title, the place and the notes." },
	initials: { text: "Initials", hint: "The client's initials, the title and the event type." },
	busy: { text: "Times alone", hint: "Only that the time is taken." },
};

export const feedDone = {
	feed_ended: "The calendar feed has ended. Calendars that read its address show nothing new.",
};

interface Props {
	visit: Visit;
	/** The path of the artist or the shop. */
	path: string;
	feed: CalendarFeed | undefined;
	/** The appointments that it has, such as “of this artist”. */
	what: string;
}

export const FeedPanel = ({ visit, path, feed, what }: Props) => (
	<Panel
		title="Calendar feed"
		lead={`A secret address at which the calendar of a phone or a computer reads the appointments ${what}.`}
		actions={
			<>
				<a class="button" href={visit.to(`${path}/calendar_feed`)}>
					New address
				</a>
				{feed && (
					<a class="button danger" href={visit.to(`${path}/calendar_feed/end`)}>
						End
					</a>
				)}
			</>
		}
	>
		<LightNote visit={visit} />
		{feed ? (
			<Facts
				of={[
					["Shows", `${detailsWords[feed.details].text}. ${detailsWords[feed.details].hint}`],
					["Made", <LocalTime at={feed.created_at} zone={visit.studio.timezone} withUtc />],
					[
						"Last read",
						feed.last_read_at ? (
							<>
								<LocalTime at={feed.last_read_at} zone={visit.studio.timezone} withUtc />
								<span class="dim"> (noted once an hour)</span>
							</>
						) : (
							"Not yet"
						),
					],
				]}
			/>
		) : (
			<p class="dim">No calendar reads the appointments yet.</p>
		)}
	</Panel>
);

export const LightNote = ({ visit }: { visit: Visit }) =>
	hasApiAccess(visit.studio.plan) ? null : (
		<Note tone="warn">The plan Light has no calendar feeds: an address answers nothing until the plan changes.</Note>
	);
