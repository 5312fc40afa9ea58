import type { Child } from "hono/jsx";
import type { Words } from "../../../domain/languages/words.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { timesOf } from "./months.ts";

interface Props {
	words: Words;
	zone: string;
	slots: readonly Span[];
	/** The times may be of several days. */
	withDay?: boolean;
	/** The name of the field that carries the chosen time. */
	name?: string;
	/** The id of a form elsewhere on the page that is sent with the time. It may be incomplete. */
	form?: string;
}

export const TimeButtons = ({ words, zone, slots, withDay, name = "start_at", form }: Props) => (
	<div class="times">
		{timesOf(slots, zone).map(({ start, text }) => {
			const instant = new Date(start).toISOString();
			return (
				<button type="submit" name={name} value={instant} form={form} formnovalidate={form !== undefined}>
					<time datetime={instant} data-zone={zone}>
						{withDay && (
							<span class="date">
								{words.formats.shortDay(start, zone)}
								<span class="hidden">, </span>
							</span>
						)}
						{text}
					</time>
				</button>
			);
		})}
	</div>
);

interface TimesProps extends Props {
	action: string;
	/** More fields of the form. */
	children?: Child;
}

export const TimeForm = ({ action, children, ...props }: TimesProps) => (
	<form method="post" action={action}>
		{children}
		<TimeButtons {...props} />
	</form>
);

export const ZoneNote = ({ zone, words }: { zone: string; words: Words }) => (
	<p class="dim after">{words.page.timeZone(zone.replaceAll("_", " "))}</p>
);
