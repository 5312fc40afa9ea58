import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { findFreeTime } from "../../../domain/booking/holds/free-time.ts";
import { findHold } from "../../../domain/booking/holds/operations.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { together } from "../../../platform/db/together.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { note } from "../../../platform/http/request/app-env.ts";
import { isLanguage } from "../../../platform/lib/languages.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type FormState, type FormValues, firstValue } from "../../ui/components/fields.tsx";
import { newFormId } from "../../ui/execute-once.ts";
import { atArrival } from "../at-arrival.ts";
import { type BookableArtist, inLanguage } from "../bookable-artist.ts";
import { type RefusedTime, refusedFormOf, refusedTimeOf } from "../refused.ts";
import { respond } from "../respond.tsx";
import { readMonthTimes } from "../times/free-times.ts";
import { dateOf, dayOf, monthOf } from "../times/months.ts";
import { holdTime, orOtherTimes } from "../times/times.tsx";
import { visitorHashOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import { countBooking } from "./abuse-limits.ts";
import type { TypeForm } from "./answers.ts";
import { DetailsPage, detailsForm } from "./details-page.tsx";
import type { OtherTimes } from "./other-times.tsx";
import { instantField, instantIn, parseBooking } from "./parse-booking.ts";
import { pictureQuestionsOf } from "./pictures/picture-questions.ts";
import { readDetails, type SentDetails } from "./pictures/read-details.ts";
import { readShownPictures } from "./pictures/shown-pictures.ts";
import { submitBooking } from "./submit-booking.ts";
import { passesTurnstile } from "./turnstile.ts";
import { formsOf } from "./type-forms.ts";

/** Shows the form for the time that is held for the visitor, or for one in the address that they chose without a hold. */
export async function showDetails(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	const visitor = visitorHashOf(c);
	const chosen = instantIn(c.req.query("start_at") ?? "");
	if (chosen !== undefined)
		return await orOtherTimes(c, bookable, type, chosen, async () => {
			const { ctx, artist } = bookable;
			await findFreeTime(ctx, { artistId: artist.id, eventTypeId: type.row.id, start: chosen, visitor });
			return await renderDetails(c, bookable, type, { start: chosen, of: { values: {} } });
		});
	const held = visitor === undefined ? undefined : await findHold(bookable.ctx, visitor);
	if (held?.eventTypeId !== type.row.id) return c.redirect(pathOf(bookable, type), 303);
	return await renderDetails(c, bookable, type, { start: held.startAt, of: { values: {} } });
}

interface DetailsOptions {
	start: number;
	of: FormState;
	status?: number;
	refused?: RefusedTime;
	otherTimes?: OtherTimes;
	/** Forms that were read before. */
	forms?: readonly TypeForm[];
}

async function renderDetails(c: AppContext, bookable: BookableArtist, type: BookableType, details: DetailsOptions) {
	const { start, status = 200, refused, otherTimes } = details;
	const visitor = visitorHashOf(c);
	const [held, forms] = await together(
		bookable,
		({ ctx }) => (visitor === undefined ? undefined : findHold(ctx, visitor)),
		(bookable) => details.forms ?? formsOf(bookable, type),
	);
	const isHeld = held?.startAt === start && held.eventTypeId === type.row.id;
	const siteKey = c.env.TURNSTILE_SECRET ? c.env.TURNSTILE_SITE_KEY : undefined;
	const questions = pictureQuestionsOf(forms);
	const { shown, lost } = await readShownPictures(bookable.ctx, questions, details.of.values);
	const of = withLostPictures(details.of, lost, bookable.words);
	return await respond(
		c,
		{
			title: `${type.row.name} · ${titleOf(bookable)}`,
			status,
			usesTurnstile: siteKey !== undefined,
			takesPictures: questions.length > 0,
			inOtherLanguages: { form: detailsForm },
		},
		<DetailsPage
			bookable={bookable}
			type={type}
			start={start}
			forms={forms}
			of={of}
			siteKey={siteKey}
			refused={refused}
			otherTimes={otherTimes}
			pictures={questions.length > 0 ? shown : undefined}
			path={pathOf(bookable, type)}
			heldSeconds={isHeld ? Math.max(0, Math.round((held.expiresAt - bookable.ctx.now) / 1000)) : null}
			formId={newFormId()}
		/>,
	);
}

/** A picture waits for a day, and is part of one booking. */
const withLostPictures = ({ values, faults }: FormState, lost: string[], { refusals }: Words): FormState =>
	lost.length === 0
		? { values, faults }
		: {
				values,
				faults: {
					summary: faults?.summary ?? refusals.picturesMissing,
					fields: { ...Object.fromEntries(lost.map((name) => [name, refusals.picturesGone])), ...faults?.fields },
				},
			};

/** The form books, or shows other times, or holds one of them. */
export async function submitDetails(c: AppContext, opened: BookableArtist, type: BookableType): Promise<Response> {
	const forms = await formsOf(opened, type);
	const sent = await readDetails(c, opened, pictureQuestionsOf(forms));
	const { values } = sent;
	const language = firstValue({ values }, "lang");
	const bookable = atArrival(c, isLanguage(language) ? inLanguage(c, opened, language) : opened);
	const instead = instantField(values, "instead");
	const start = instead ?? instantField(values, "start_at");
	if (start === undefined) return c.redirect(pathOf(bookable, type), 303);
	const faults = leftOut(sent, bookable.words);
	const again = (options: Omit<DetailsOptions, "start" | "forms">) =>
		renderDetails(c, bookable, type, { start, forms, ...options });
	if (instead === undefined && (isLanguage(language) || firstValue({ values }, "keep") !== ""))
		return await again({ of: { values, faults } });
	try {
		const otherTimes = instead === undefined ? await otherTimesFor(c, bookable, type, { start, values }) : undefined;
		if (otherTimes) return await again({ of: { values, faults }, otherTimes });
		if (instead === undefined) return await checkAndSubmit(c, bookable, type, { start, sent, forms });
		await holdTime(c, bookable, type, instead);
		return await again({ of: { values, faults } });
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const refused = refusedTimeOf(error, bookable.words);
		if (refused) return await again({ of: { values, faults }, refused, status: refused.status });
		const refusedForm = refusedFormOf(error, bookable.words);
		if (!refusedForm) throw error;
		note(c, { code: error.code });
		return await again({ of: { values, faults: refusedForm }, status: refusedForm.status });
	}
}

/** The month and the day that a button of the form names; first those of the time that the visitor has. */
async function otherTimesFor(
	c: AppContext,
	bookable: BookableArtist,
	type: BookableType,
	{ start, values }: { start: number; values: FormValues },
): Promise<OtherTimes | undefined> {
	const [asked, month, date] = ["other_time", "month", "day"].map((name) => firstValue({ values }, name));
	if (!asked && !month && !date) return undefined;
	const zone = bookable.artist.timezone;
	const { now } = bookable.ctx;
	const day = dayOf(date || (month ? undefined : dateOf(start, zone)));
	const shown = monthOf(day ? day.toPlainYearMonth().toString() : month, now, zone);
	return {
		...(await readMonthTimes(bookable, type, { month: shown, day }, { visitor: visitorHashOf(c) })),
		today: dateOf(now, zone),
		day: day?.toPlainYearMonth().equals(shown) ? day : undefined,
	};
}

const leftOut = ({ faults: fields }: SentDetails, { refusals }: Words): FormState["faults"] =>
	Object.keys(fields).length > 0 ? { summary: refusals.picturesLeftOut, fields } : undefined;

interface EnteredDetails {
	start: number;
	sent: SentDetails;
	forms: readonly TypeForm[];
}

async function checkAndSubmit(
	c: AppContext,
	bookable: BookableArtist,
	type: BookableType,
	{ start, sent, forms }: EnteredDetails,
) {
	const { values, once } = sent;
	const { words } = bookable;
	const { refusals } = words;
	const renderAgain = (status: number, faults: FormState["faults"]) =>
		renderDetails(c, bookable, type, { start, of: { values, faults }, status, forms });
	const tooManyRequests = async (summary: string) => {
		note(c, { code: "rate_limit_exceeded" });
		return await renderAgain(429, { summary, fields: sent.faults });
	};
	// The field is hidden, so only a program fills it in.
	if (firstValue({ values }, "website") !== "") return await tooManyRequests(refusals.programs);
	const chosen = { type, start, timezone: bookable.artist.timezone };
	const parsed = parseBooking(values, forms, chosen, words);
	if ("faults" in parsed) {
		const { summary, fields } = parsed.faults;
		return await renderAgain(422, { summary, fields: { ...fields, ...sent.faults } });
	}
	const pictureFaults = leftOut(sent, bookable.words);
	if (pictureFaults) return await renderAgain(422, pictureFaults);
	if (!(await passesTurnstile(c, once))) return await tooManyRequests(refusals.personUnknown);
	const counted = await countBooking(c, bookable);
	const { waitSeconds } = counted;
	if (waitSeconds > 0) {
		c.header("Retry-After", String(waitSeconds));
		return await tooManyRequests(refusals.tooManyBookings(words.formats.wait(waitSeconds)));
	}
	return await submitBooking(c, bookable, type, { start, values: once, parsed, counted });
}
