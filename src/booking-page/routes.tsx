import { Hono } from "hono";
import { execute } from "../commit/execute.ts";
import { openWriter } from "../commit/writer.ts";
import { type AppContext, type AppEnv, note } from "../http/app-env.ts";
import { sendDueMails } from "../mail/outbox.ts";
import type { Filled, Typed } from "../pages/components/fields.tsx";
import { typedIn } from "../pages/components/fields.tsx";
import { counted } from "../pages/count.ts";
import { readPageForms } from "../pages/form.tsx";
import { executeOnce, newFormId, onceField } from "../pages/once.ts";
import { Problem } from "../problems.ts";
import { book } from "../resources/bookings/book.ts";
import { findForm } from "../resources/forms/operations.ts";
import { findHold, placeHold, releaseHold } from "../resources/holds/operations.ts";
import { localSystemCaller } from "../system-caller.ts";
import { ArtistPage, pathOf } from "./artist-page.tsx";
import { BookedPage, openBooked, sealBooked } from "./booked.tsx";
import { timesIn } from "./calendar.ts";
import { DetailsPage, type TypeForms } from "./details-page.tsx";
import { isPerson, mayBook } from "./floods.ts";
import { dayOf, monthOf } from "./months.ts";
import { type BookableType, type BookingPlace, findPlace, typeWith } from "./place.ts";
import { refusedTimes } from "./refused.ts";
import { sharedArtist, sharedType } from "./sharing.ts";
import { failedPage, notFoundPage, show } from "./show.tsx";
import { TimesPage } from "./times-page.tsx";
import { readTyped } from "./typed-booking.ts";
import { networkOf, rememberedVisitor, visitorOf } from "./visitor.ts";

/** What an artist's client opens, at the address of the artist's slug (contract: Booking page 1). */
export const bookingPage = new Hono<AppEnv>();

const paths = ["/:artist_slug", "/:artist_slug/book/:type_slug", "/:artist_slug/book/:type_slug/*"] as const;
for (const path of paths.slice(1)) bookingPage.use(path, counted);

bookingPage.get(paths[0], counted, async (c, next) => {
	const place = await findPlace(c, c.req.param("artist_slug") ?? "");
	if (!place) {
		// A program that mistypes an address of the API gets the answer of an unknown route.
		if (!c.req.header("Accept")?.includes("text/html")) return await next();
		return await notFoundPage(c);
	}
	return await show(c, { title: titleOf(place), shared: sharedArtist(place) }, <ArtistPage place={place} />);
});

const titleOf = ({ artist, shop, studio }: BookingPlace): string => `${artist.name}, ${shop?.name ?? studio.name}`;

type Act = (c: AppContext, place: BookingPlace, type: BookableType) => Promise<Response>;

/** A page or a form about one event type. */
const about = (act: Act) => async (c: AppContext) => {
	const { artist_slug = "", type_slug = "" } = c.req.param() as Record<string, string>;
	const place = await findPlace(c, artist_slug);
	const type = place && typeWith(place, type_slug);
	return place && type ? await act(c, place, type) : await notFoundPage(c);
};

const typePath = paths[1];

bookingPage.get(
	typePath,
	about(async (c, place, type) => await showTimes(c, place, type)),
);

interface Refused {
	text: string;
	suggested: { start: number; end: number }[];
	status: number;
}

async function showTimes(c: AppContext, place: BookingPlace, type: BookableType, refused?: Refused) {
	const zone = place.artist.timezone;
	const day = dayOf(c.req.query("day"));
	const present = monthOf(undefined, place.ctx.now, zone);
	const month = monthOf(day ? day.toPlainYearMonth().toString() : c.req.query("month"), place.ctx.now, zone);
	const times = await timesIn(place, type, month, day, { visitor: visitorOf(c) });
	const shown = day?.toPlainYearMonth().equals(month) ? day : undefined;
	return await show(
		c,
		{
			title: `${type.row.name} · ${titleOf(place)}`,
			status: refused?.status ?? 200,
			...(type.details.visibility === "PUBLIC" ? { shared: sharedType(place, type) } : {}),
		},
		<TimesPage
			{...{ place, type, month, present, refused, ...times }}
			path={pathOf(place, type)}
			day={shown}
			action={`${pathOf(place, type)}/hold`}
		/>,
	);
}

bookingPage.post(
	`${typePath}/hold`,
	about(async (c, place, type) => {
		const start = instantIn(await readPageForms(c), "start_at");
		if (start === undefined) return c.redirect(pathOf(place, type), 303);
		try {
			await hold(c, place, type, start);
		} catch (error) {
			const refused = error instanceof Problem && refusedTimes(error);
			if (!refused) throw error;
			return await showTimes(c, place, type, refused);
		}
		return c.redirect(`${pathOf(place, type)}/details`, 303);
	}),
);

async function hold(c: AppContext, { ctx, artist }: BookingPlace, { row }: BookableType, start: number) {
	const wanted = {
		artistId: artist.id,
		eventTypeId: row.id,
		start,
		visitor: rememberedVisitor(c),
		network: networkOf(c),
	};
	return (await execute(c.get("writer"), ctx, (ctx) => placeHold(ctx, wanted))).result;
}

bookingPage.post(
	`${typePath}/release`,
	about(async (c, place, type) => {
		await readPageForms(c);
		await execute(c.get("writer"), place.ctx, (ctx) => releaseHold(ctx, visitorOf(c)));
		return c.redirect(pathOf(place, type), 303);
	}),
);

bookingPage.get(
	`${typePath}/details`,
	about(async (c, place, type) => {
		const visitor = visitorOf(c);
		const held = visitor === undefined ? undefined : await findHold(place.ctx, visitor);
		if (held?.eventTypeId !== type.row.id) return c.redirect(pathOf(place, type), 303);
		return await showDetails(c, place, type, { start: held.startAt, of: { typed: {} } });
	}),
);

interface Details {
	start: number;
	of: Filled;
	status?: number;
	refused?: Refused;
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

/** Too many of something, in words, and with what was typed. */
async function showFlood(
	c: AppContext,
	place: BookingPlace,
	type: BookableType,
	{ start, typed }: { start: number; typed: Typed },
	summary: string,
) {
	note(c, { code: "rate_limit_exceeded" });
	c.header("Retry-After", "600");
	return await showDetails(c, place, type, { start, of: { typed, faults: { summary, fields: {} } }, status: 429 });
}

async function formsOf({ ctx }: BookingPlace, { details }: BookableType): Promise<TypeForms> {
	const find = async (id: string | null | undefined) => {
		const form = id ? await findForm(ctx, id) : undefined;
		return form?.isActive ? form : undefined;
	};
	const [intake, consent] = await Promise.all([find(details.intake_form_id), find(details.consent_form_id)]);
	return { intake, consent };
}

bookingPage.post(
	`${typePath}/details`,
	about(async (c, place, type) => {
		const typed = await readPageForms(c);
		const instead = instantIn(typed, "instead");
		const start = instead ?? instantIn(typed, "start_at");
		if (start === undefined) return c.redirect(pathOf(place, type), 303);
		// Only a program fills in what nobody sees.
		if (typedIn({ typed }, "website") !== "")
			return await showFlood(c, place, type, { start, typed }, "Programs cannot book here.");
		try {
			if (instead !== undefined) {
				await hold(c, place, type, instead);
				return await showDetails(c, place, type, { start, of: { typed } });
			}
			return await take(c, place, type, start, typed);
		} catch (error) {
			const refused = error instanceof Problem && refusedTimes(error);
			if (!refused) throw error;
			return await showDetails(c, place, type, { start, of: { typed }, refused, status: refused.status });
		}
	}),
);

async function take(c: AppContext, place: BookingPlace, type: BookableType, start: number, typed: Typed) {
	const forms = await formsOf(place, type);
	const read = readTyped(typed, forms);
	if ("faults" in read)
		return await showDetails(c, place, type, { start, of: { typed, faults: read.faults }, status: 422 });
	if (!(await isPerson(c, typed["cf-turnstile-response"]?.[0])))
		return await showFlood(
			c,
			place,
			type,
			{ start, typed },
			"The check whether you are a person has failed. Try again.",
		);
	if (!(await mayBook(c, place)))
		return await showFlood(
			c,
			place,
			type,
			{ start, typed },
			"Too many bookings. Try again in an hour, or ask the studio.",
		);
	const { ctx, artist } = place;
	const booking = {
		...read,
		artistId: artist.id,
		eventTypeId: type.row.id,
		start,
		visitor: visitorOf(c),
		requiresApproval: type.details.requires_approval === true,
	};
	const once = { by: "booking_page", id: typed[onceField]?.[0], typed };
	const { kind } = await executeOnce(c, ctx, once, (ctx) => book(ctx, booking));
	c.executionCtx.waitUntil(sendMails(c, place));
	const sealed = await sealBooked(place, { start, kind });
	return c.redirect(`${pathOf(place, type)}/booked?b=${encodeURIComponent(sealed)}`, 303);
}

/** Nobody waits for it: what stays in the outbox is sent by the schedule. */
export async function sendMails(c: AppContext, { ctx }: Pick<BookingPlace, "ctx">): Promise<void> {
	const placement = await c.get("databases").placementOf(ctx.tenantId);
	if (!placement) return;
	const home = placement.database;
	const { databases, writer } = openWriter(c.env, (work) => c.executionCtx.waitUntil(work), { home });
	await sendDueMails(c.env, localSystemCaller(c.env, databases, home), writer, "data").catch(() => {});
}

bookingPage.get(
	`${typePath}/booked`,
	about(async (c, place, type) => {
		const booked = await openBooked(place, c.req.query("b") ?? "");
		if (!booked) return c.redirect(pathOf(place, type), 303);
		return await show(c, { title: `Booked · ${titleOf(place)}` }, <BookedPage {...{ place, type, booked }} />);
	}),
);

/** An instant in ISO 8601, as the buttons have it. */
export function instantIn(typed: Typed, name: string): number | undefined {
	const text = typed[name]?.[0] ?? "";
	const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isFinite(ms) ? ms : undefined;
}

bookingPage.onError((error, c: AppContext) => failedPage(error, c));
