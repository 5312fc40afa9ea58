import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { Alarm } from "../../ui/layout.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { longDay } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { TypeHead } from "../components/type-head.tsx";
import { Terms } from "../details/terms.tsx";
import type { RefusedTime } from "../refused.ts";
import { Month, type MonthProps } from "./month.tsx";
import { TimeForm, ZoneNote } from "./times-list.tsx";

interface Props extends MonthProps {
	bookable: BookableArtist;
	type: BookableType;
	slots: Span[];
	refused?: RefusedTime | undefined;
	action: string;
}

export const TimesPage = (props: Props) => {
	const { bookable, type, day, refused, slots, action } = props;
	const zone = bookable.artist.timezone;
	return (
		<>
			{refused && (
				<Alarm>
					<p>{refused.text}</p>
					{refused.suggested.length > 0 && (
						<>
							<p>These times near it are free:</p>
							<TimeForm zone={zone} slots={refused.suggested} action={action} withDay />
						</>
					)}
				</Alarm>
			)}
			<TypeHead bookable={bookable} type={type}>
				{type.details.description && <p class="pre">{type.details.description}</p>}
				<Terms of={type.details} />
			</TypeHead>
			<BookingSteps at={1} />
			<div class="pick">
				<Panel title="Choose a day">
					<Month {...props} />
				</Panel>
				{day && (
					<Panel id="times" title={longDay(day)}>
						{slots.length === 0 ? (
							<p>No time is free on this day. Choose another one.</p>
						) : (
							<TimeForm zone={zone} slots={slots} action={action} />
						)}
					</Panel>
				)}
			</div>
			<ZoneNote zone={zone} />
		</>
	);
};
