import { findFreeTime } from "../../../domain/booking/holds/free-time.ts";
import { findHold } from "../../../domain/booking/holds/operations.ts";
import { findForm } from "../../../domain/studio/forms/operations.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { note } from "../../../platform/http/request/app-env.ts";
import { inMinutes } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type FormState, type FormValues, firstValue } from "../../ui/components/fields.tsx";
import { newFormId } from "../../ui/execute-once.ts";
import { readPageFormValues } from "../../ui/form.tsx";
import type { BookableArtist, BookableType } from "../bookable-artist.ts";
import { type RefusedTime, refusedFormOf, refusedTimeOf } from "../refused.ts";
import { respond } from "../respond.tsx";
import { holdTime, orOtherTimes } from "../times/times.tsx";
import { visitorHashOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import { countBooking } from "./abuse-limits.ts";
import type { TypeForm } from "./answers.ts";
import { DetailsPage } from "./details-page.tsx";
import { instantField, instantIn, parseBooking } from "./parse-booking.ts";
import { submitBooking } from "./submit-booking.ts";
import { passesTurnstile } from "./turnstile.ts";

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
}

async function renderDetails(c: AppContext, bookable: BookableArtist, type: BookableType, details: DetailsOptions) {
	const { start, of, status = 200, refused } = details;
	const visitor = visitorHashOf(c);
	const [held, forms] = await Promise.all([
		visitor === undefined ? undefined : findHold(bookable.ctx, visitor),
		formsOf(bookable, type),
	]);
	const isHeld = held?.startAt === start && held.eventTypeId === type.row.id;
	const siteKey = c.env.TURNSTILE_SECRET ? c.env.TURNSTILE_SITE_KEY : undefined;
	return await respond(
		c,
		{ title: `${type.row.name} · ${titleOf(bookable)}`, status, usesTurnstile: siteKey !== undefined },
		<DetailsPage
			{...{ bookable, type, start, forms, of, siteKey, refused }}
			path={pathOf(bookable, type)}
			heldSeconds={isHeld ? Math.max(0, Math.round((held.expiresAt - bookable.ctx.now) / 1000)) : null}
			formId={newFormId()}
		/>,
	);
}

/** The active forms of an event type. Its two ids may name a form of any kind, and both may name the same form. */
async function formsOf({ ctx }: BookableArtist, { details }: BookableType): Promise<TypeForm[]> {
	const { intake_form_id, consent_form_id } = details;
	const find = async (prefix: TypeForm["prefix"], id: string | null | undefined): Promise<TypeForm[]> => {
		const form = id ? await findForm(ctx, id) : undefined;
		return form?.isActive ? [{ form, prefix, isSigned: prefix === "consent" || form.kind === "CONSENT" }] : [];
	};
	const [intake, consent] = await Promise.all([
		find("intake", intake_form_id === consent_form_id ? null : intake_form_id),
		find("consent", consent_form_id),
	]);
	return [...intake, ...consent];
}

/** Books, or holds one of the other times that the page offered. */
export async function submitDetails(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	const values = await readPageFormValues(c);
	const instead = instantField(values, "instead");
	const start = instead ?? instantField(values, "start_at");
	if (start === undefined) return c.redirect(pathOf(bookable, type), 303);
	try {
		if (instead === undefined) return await checkAndSubmit(c, bookable, type, { start, values });
		await holdTime(c, bookable, type, instead);
		return await renderDetails(c, bookable, type, { start, of: { values } });
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const refused = refusedTimeOf(error);
		if (refused)
			return await renderDetails(c, bookable, type, { start, of: { values }, refused, status: refused.status });
		const faults = refusedFormOf(error);
		if (!faults) throw error;
		note(c, { code: error.code });
		return await renderDetails(c, bookable, type, { start, of: { values, faults }, status: faults.status });
	}
}

interface EnteredDetails {
	start: number;
	values: FormValues;
}

async function checkAndSubmit(
	c: AppContext,
	bookable: BookableArtist,
	type: BookableType,
	{ start, values }: EnteredDetails,
) {
	const renderAgain = (status: number, faults: FormState["faults"]) =>
		renderDetails(c, bookable, type, { start, of: { values, faults }, status });
	const tooManyRequests = async (summary: string) => {
		note(c, { code: "rate_limit_exceeded" });
		return await renderAgain(429, { summary, fields: {} });
	};
	// The field is hidden, so only a program fills it in.
	if (firstValue({ values }, "website") !== "") return await tooManyRequests("Programs cannot book here.");
	const parsed = parseBooking(values, await formsOf(bookable, type));
	if ("faults" in parsed) return await renderAgain(422, parsed.faults);
	if (!(await passesTurnstile(c, values)))
		return await tooManyRequests("We could not check that you are a person. Try again.");
	const counted = await countBooking(c, bookable);
	const { waitSeconds } = counted;
	if (waitSeconds > 0) {
		c.header("Retry-After", String(waitSeconds));
		return await tooManyRequests(`Too many bookings. Try again in ${inMinutes(waitSeconds)}, or ask the studio.`);
	}
	return await submitBooking(c, bookable, type, { start, values, parsed, counted });
}
