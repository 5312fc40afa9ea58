import type { Temporal } from "temporal-polyfill";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { Panel, PostButton } from "../../ui/components/elements.tsx";
import { type BookableArtist, periodOf } from "../bookable-artist.ts";
import { longDay, Period } from "../components/dates.tsx";
import type { MonthTimes } from "../times/free-times.ts";
import { Month } from "../times/month.tsx";
import { TimeButtons, ZoneNote } from "../times/times-list.tsx";

/** The month and the day from which the visitor chooses another time. */
export interface OtherTimes extends MonthTimes {
	today: string;
	day: Temporal.PlainDate | undefined;
}

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	start: number;
	isHeld: boolean;
	path: string;
	/** The id of the form with the visitor's answers. Each button sends it, so that it keeps them. */
	form: string;
	times: OtherTimes;
}

/** Everything here is a button of the form, with a script and without. */
export const ChooseOtherTime = ({ bookable, type, start, isHeld, path, form, times }: Props) => {
	const { day, slots } = times;
	const { words } = bookable;
	const zone = bookable.artist.timezone;
	return (
		<>
			<Panel title={words.form.chooseOther}>
				<p>
					{words.form.timeNow} <Period words={words} {...periodOf(bookable, type, start)} />
				</p>
				<p>{words.form.keepsAnswers}</p>
				<div class="actions after">
					<button type="submit" form={form} name="keep" value="yes" formnovalidate>
						{words.form.keepTime}
					</button>
					{isHeld && <PostButton action={`${path}/release`}>{words.form.giveUp}</PostButton>}
				</div>
			</Panel>
			<div class="pick">
				<Panel title={words.page.chooseDay}>
					<Month {...times} words={words} path={`${path}/details`} form={form} />
				</Panel>
				{day && (
					<Panel id="times" title={longDay(day, words)}>
						{slots.length === 0 ? (
							<p>{words.page.noneThisDay}</p>
						) : (
							<TimeButtons words={words} zone={zone} slots={slots} name="instead" form={form} />
						)}
					</Panel>
				)}
			</div>
			<ZoneNote zone={zone} words={words} />
		</>
	);
};
