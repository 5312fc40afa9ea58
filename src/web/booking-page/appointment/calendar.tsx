import type { Words } from "../../../domain/languages/words.ts";
import { depositSentences, isPayable, type WithDeposit } from "../../../domain/mail/booking/deposit-text.ts";
import { calendarFile, calendarTexts, inCalendar, organizerOf, paymentNotes } from "../../../domain/mail/calendar.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";
import type { Ctx } from "../../../platform/context.ts";
import { webCalendars } from "./web-calendars.ts";

type Stored = Parameters<typeof inCalendar>[0] & WithDeposit & { title: string | null };

interface Shown {
	ctx: Pick<Ctx, "settings" | "now">;
	appointment: Stored;
	type: { name: string } | null;
	details: Details | null;
	studio: { name: string };
	words: Words;
}

const entryOf = ({ appointment, type }: Shown) => inCalendar(appointment, appointment.title ?? type?.name ?? null);

/** The file has the UID of those in the mails, so that their updates replace the entry. It names no client. */
export function calendarResponse(of: Shown): Response {
	const { ctx, appointment, details, studio, words } = of;
	const { deposit_instructions: instructions, deposit_url: url } = details ?? {};
	const file = calendarFile({
		appointment: entryOf(of),
		organizer: organizerOf(studio, ctx.settings.sender),
		notes: isPayable(appointment, ctx.now)
			? paymentNotes(depositSentences(appointment, ctx.now, words), {
					instructions: instructions ?? "",
					url: url ?? "",
				})
			: [],
		now: ctx.now,
		words,
	});
	return new Response(file, {
		headers: {
			"Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
			"Content-Disposition": 'attachment; filename="appointment.ics"',
			"Cache-Control": "no-store",
			"X-Content-Type-Options": "nosniff",
			"X-Robots-Tag": "noindex",
		},
	});
}

/** `file`: the address of the calendar file. */
export const AddToCalendar = ({ file, ...of }: Shown & { file: string }) => {
	const { studio, words } = of;
	const entry = entryOf(of);
	return (
		<section class="after">
			<h2>{words.appointment.addToCalendar}</h2>
			<div class="actions">
				<a class="button" href={file}>
					{words.appointment.calendarFile}
				</a>
				{webCalendars({ ...entry, ...calendarTexts(entry, studio, words) }).map(({ name, url }) => (
					<a class="button" href={url} target="_blank" rel="noopener noreferrer">
						{name}
					</a>
				))}
			</div>
		</section>
	);
};
