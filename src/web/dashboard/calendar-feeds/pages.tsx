import type { CalendarFeed } from "../../../domain/booking/calendar-feeds/schema.ts";
import { Code, Note, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, OptionGroup, Submit } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { detailsWords, LightNote } from "./panel.tsx";

/** The artist or the shop. */
export interface OwnerOfFeed {
	name: string;
	path: string;
}

const backTo = (visit: Visit, { name, path }: OwnerOfFeed) => ({ href: visit.to(path), text: name });

interface FormProps {
	visit: Visit;
	of: FormState;
	owner: OwnerOfFeed;
	/** The present feed, whose address ends. */
	feed: CalendarFeed | undefined;
}

export const NewAddressForm = ({ visit, of, owner, feed }: FormProps) => (
	<>
		<Title
			text={`Calendar feed of ${owner.name}`}
			back={backTo(visit, owner)}
			lead="Make an address for the calendar of a phone or a computer."
		/>
		<Panel>
			<LightNote visit={visit} />
			{feed && (
				<Note tone="warn">
					The present address ends at once, and calendars that read it show nothing new. It was last read:{" "}
					{feed.last_read_at ? <LocalTime at={feed.last_read_at} zone={visit.studio.timezone} /> : "never"}.
				</Note>
			)}
			<form method="post" action={visit.to(`${owner.path}/calendar_feed`)}>
				<FaultSummary of={of} />
				<FormId />
				<OptionGroup
					of={of}
					name="details"
					legend="The calendar shows"
					hint="Everybody who has the address can read it. Choose less for a calendar that others see."
					type="radio"
					options={Object.entries(detailsWords).map(([value, words]) => ({ value, ...words }))}
				/>
				<Submit back={visit.to(owner.path)}>{feed ? "Replace the address" : "Create"}</Submit>
			</form>
		</Panel>
	</>
);

export const NewAddress = ({ visit, owner, url }: { visit: Visit; owner: OwnerOfFeed; url: string }) => (
	<>
		<Title text="The address has been created" back={backTo(visit, owner)} />
		<Panel title={`Calendar feed of ${owner.name}`}>
			<p>
				<strong>Copy the address now.</strong> It is shown only once. Everybody who has it can read the calendar, so
				treat it like a password.
			</p>
			<Code id="feed-address" label="Address" text={url} />
			<p class="after">
				<a class="button primary" href={url.replace(/^https?:/, "webcal:")}>
					Add to the calendar of this device
				</a>{" "}
				<a class="button" href={visit.to(owner.path)}>
					Done
				</a>
			</p>
			<p class="dim after">
				Other calendars take the address itself: Google Calendar under “Other calendars” with “From URL”, Outlook under
				“Add calendar” with “Subscribe from web”. They read it again by themselves, some only every few hours.
			</p>
		</Panel>
	</>
);
