import { findHold } from "../../../domain/booking/holds/operations.ts";
import { findForm } from "../../../domain/studio/forms/operations.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { note } from "../../../platform/http/request/app-env.ts";
import { inMinutes } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type Filled, type Typed, typedIn } from "../../ui/components/fields.tsx";
import { readPageForms } from "../../ui/form.tsx";
import { newFormId } from "../../ui/once.ts";
import type { BookableType, BookingPlace } from "../bookable-artist.ts";
import { type RefusedTime, refusedForm, refusedTimes } from "../refused.ts";
import { show } from "../respond.tsx";
import { hold } from "../times/times.tsx";
import { visitorOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import type { TypeForm } from "./answers.ts";
import { DetailsPage } from "./details-page.tsx";
import { isPerson, waitToBook } from "./floods.ts";
import { take } from "./submit-booking.ts";
import { instantIn, readTyped } from "./typed-booking.ts";

/** The form for the time that the visitor holds. */
export async function showHeld(c: AppContext, place: BookingPlace, type: BookableType): Promise<Response> {
	const visitor = visitorOf(c);
	const held = visitor === undefined ? undefined : await findHold(place.ctx, visitor);
	if (held?.eventTypeId !== type.row.id) return c.redirect(pathOf(place, type), 303);
	return await showDetails(c, place, type, { start: held.startAt, of: { typed: {} } });
}

interface Details {
	start: number;
	of: Filled;
	status?: number;
	refused?: RefusedTime;
}

async function showDetails(c: AppContext, place: BookingPlace, type: BookableType, details: Details) {
	const { start, of, status = 200, refused } = details;
	const visitor = visitorOf(c);
	const [held, forms] = await Promise.all([
		visitor === undefined ? undefined : findHold(place.ctx, visitor),
		formsOf(place, type),
	]);
	const isHeld = held?.startAt === start && held.eventTypeId === type.row.id;
	const siteKey = c.env.TURNSTILE_SECRET ? c.env.TURNSTILE_SITE_KEY : undefined;
	return await show(
		c,
		{ title: `${type.row.name} · ${titleOf(place)}`, status, challenged: siteKey !== undefined },
		<DetailsPage
			{...{ place, type, start, forms, of, siteKey, refused }}
			path={pathOf(place, type)}
			heldSeconds={isHeld ? Math.max(0, Math.round((held.expiresAt - place.ctx.now) / 1000)) : null}
			formId={newFormId()}
		/>,
	);
}

/** The forms that are filled in. Both ids of an event type may name any form, and both the same. */
async function formsOf({ ctx }: BookingPlace, { details }: BookableType): Promise<TypeForm[]> {
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

/** Books what the form says, or takes one of the other times that the page offered. */
export async function sendDetails(c: AppContext, place: BookingPlace, type: BookableType): Promise<Response> {
	const typed = await readPageForms(c);
	const instead = instantIn(typed, "instead");
	const start = instead ?? instantIn(typed, "start_at");
	if (start === undefined) return c.redirect(pathOf(place, type), 303);
	try {
		if (instead === undefined) return await sendBooking(c, place, type, { start, typed });
		await hold(c, place, type, instead);
		return await showDetails(c, place, type, { start, of: { typed } });
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const refused = refusedTimes(error);
		if (refused) return await showDetails(c, place, type, { start, of: { typed }, refused, status: refused.status });
		const faults = refusedForm(error);
		if (!faults) throw error;
		note(c, { code: error.code });
		return await showDetails(c, place, type, { start, of: { typed, faults }, status: faults.status });
	}
}

interface Sent {
	start: number;
	typed: Typed;
}

async function sendBooking(c: AppContext, place: BookingPlace, type: BookableType, { start, typed }: Sent) {
	const shownAgain = (status: number, faults: Filled["faults"]) =>
		showDetails(c, place, type, { start, of: { typed, faults }, status });
	const tooMuch = async (summary: string) => {
		note(c, { code: "rate_limit_exceeded" });
		return await shownAgain(429, { summary, fields: {} });
	};
	// Only a program fills in what nobody sees.
	if (typedIn({ typed }, "website") !== "") return await tooMuch("Programs cannot book here.");
	const read = readTyped(typed, await formsOf(place, type));
	if ("faults" in read) return await shownAgain(422, read.faults);
	if (!(await isPerson(c, typedIn({ typed }, "cf-turnstile-response"))))
		return await tooMuch("The check whether you are a person has failed. Try again.");
	const waitSeconds = await waitToBook(c, place);
	if (waitSeconds > 0) {
		c.header("Retry-After", String(waitSeconds));
		return await tooMuch(`Too many bookings. Try again in ${inMinutes(waitSeconds)}, or ask the studio.`);
	}
	return await take(c, place, type, { start, typed, read });
}
