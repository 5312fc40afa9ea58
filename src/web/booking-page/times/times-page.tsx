import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { Alarm } from "../../ui/layout.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { longDay } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { Terms } from "../components/terms.tsx";
import { TypeHead } from "../components/type-head.tsx";
import type { RefusedTime } from "../refused.ts";
import { Month, type MonthProps } from "./month.tsx";
import { TimeForm, ZoneNote } from "./times-list.tsx";

interface Props extends Omit<MonthProps, "words"> {
	bookable: BookableArtist;
	type: BookableType;
	slots: Span[];
	refused?: RefusedTime | undefined;
	action: string;
}

export const TimesPage = (props: Props) => {
	const { bookable, type, day, refused, slots, action } = props;
	const { words, own } = bookable;
	const { page } = words;
	const zone = bookable.artist.timezone;
	return (
		<>
			{refused && (
				<Alarm>
					<p>{refused.text}</p>
					{refused.suggested.length > 0 && (
						<>
							<p>{page.timesNear}</p>
							<TimeForm words={words} zone={zone} slots={refused.suggested} action={action} withDay />
						</>
					)}
				</Alarm>
			)}
			<TypeHead bookable={bookable} type={type}>
				{type.details.description && (
					<p class="pre" {...own}>
						{type.details.description}
					</p>
				)}
				<Terms bookable={bookable} type={type} />
			</TypeHead>
			<BookingSteps at={1} words={words} />
			<div class="pick">
				<Panel title={page.chooseDay}>
					<Month {...props} words={words} />
				</Panel>
				{day && (
					<Panel id="times" title={longDay(day, words)}>
						{slots.length === 0 ? (
							<p>{page.noneThisDay}</p>
						) : (
							<TimeForm words={words} zone={zone} slots={slots} action={action} />
						)}
					</Panel>
				)}
			</div>
			<ZoneNote zone={zone} words={words} />
		</>
	);
};
