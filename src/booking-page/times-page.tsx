import type { Span } from "../booking/spans.ts";
import { Panel } from "../pages/components/parts.tsx";
import { Alarm } from "../pages/layout.tsx";
import { Steps } from "./frame.tsx";
import { longDay } from "./moments.tsx";
import { Month, type MonthProps } from "./month.tsx";
import type { BookableType, BookingPlace } from "./place.ts";
import type { RefusedTime } from "./refused.ts";
import { Times, ZoneNote } from "./times-list.tsx";
import { depositOf, lengthOf, policyOf, priceOf } from "./words.ts";

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
			<TypeHead place={place} type={type} />
			<Steps at={1} />
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

export const TypeHead = ({ place, type }: { place: BookingPlace; type: BookableType }) => {
	const deposit = depositOf(type.details);
	const policy = policyOf(type.details);
	return (
		<header class="who-books">
			<p class="dim">
				<a href={`/${place.artist.slug}`}>{place.artist.name}</a>, {place.shop?.name ?? place.studio.name}
			</p>
			<h1>{type.row.name}</h1>
			<p class="dim">{[lengthOf(type), priceOf(type.details)].filter(Boolean).join(" · ")}</p>
			{type.details.description && <p>{type.details.description}</p>}
			{deposit && <p>{deposit}</p>}
			{policy.length > 0 && (
				<details>
					<summary>If you cannot come</summary>
					{policy.map((words) => (
						<p>{words}</p>
					))}
				</details>
			)}
		</header>
	);
};
