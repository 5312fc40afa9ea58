import type { Span } from "../booking/spans.ts";
import { Panel } from "../pages/components/parts.tsx";
import { Alarm } from "../pages/layout.tsx";
import { Steps } from "./frame.tsx";
import { longDay } from "./moments.tsx";
import { Month, type MonthProps } from "./month.tsx";
import type { BookableType, BookingPlace } from "./place.ts";
import type { RefusedTime } from "./refused.ts";
import { Terms } from "./terms.tsx";
import { Times, ZoneNote } from "./times-list.tsx";
import { TypeHead } from "./type-head.tsx";

interface Props extends MonthProps {
	place: BookingPlace;
	type: BookableType;
	/** The free times of the day. */
	slots: Span[];
	/** Why the time that was asked for cannot be had, and what else is free. */
	refused?: RefusedTime | undefined;
	/** Where the times are sent. */
	action: string;
}

export const TimesPage = (props: Props) => {
	const { place, type, day, refused, slots, action } = props;
	const zone = place.artist.timezone;
	return (
		<>
			{refused && (
				<Alarm>
					<p>{refused.text}</p>
					{refused.suggested.length > 0 && (
						<>
							<p>These times are free and near it:</p>
							<Times zone={zone} slots={refused.suggested} action={action} withDay />
						</>
					)}
				</Alarm>
			)}
			<TypeHead place={place} type={type}>
				{type.details.description && <p class="pre">{type.details.description}</p>}
				<Terms of={type.details} />
			</TypeHead>
			<Steps at={1} />
			<div class="pick">
				<Panel title="Choose a day">
					<Month {...props} />
				</Panel>
				{day && (
					<Panel id="times" title={longDay(day)}>
						{slots.length === 0 ? (
							<p>No time is free on this day. Choose another one.</p>
						) : (
							<Times zone={zone} slots={slots} action={action} />
						)}
					</Panel>
				)}
			</div>
			<ZoneNote zone={zone} />
		</>
	);
};
