import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { createHold, type Hold, releaseHold } from "../../../domain/booking/holds/operations.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { readPageFormValues } from "../../ui/form.tsx";
import { atArrival } from "../at-arrival.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { eventTypeMetadata } from "../components/page-metadata.ts";
import { takeHoldOfHour } from "../details/abuse-limits.ts";
import { instantField } from "../details/parse-booking.ts";
import { languageInAddress } from "../language.ts";
import { type RefusedTime, refusedTimeOf } from "../refused.ts";
import { respond } from "../respond.tsx";
import { ensureVisitor, siteHashOf, visitorHashOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import { readMonthTimes } from "./free-times.ts";
import { dateOf, dayOf, monthOf } from "./months.ts";
import { TimesPage } from "./times-page.tsx";

/** A chosen time that was refused. */
type RefusedChoice = RefusedTime & { start: number };

/** Looks in a part of the range that was read. */
export async function showTimes(c: AppContext, bookable: BookableArtist, type: BookableType, refused?: RefusedChoice) {
	const zone = bookable.artist.timezone;
	const day = dayOf(refused ? dateOf(refused.start, zone) : c.req.query("day"));
	const today = dateOf(bookable.ctx.now, zone);
	const named = day ? day.toPlainYearMonth().toString() : c.req.query("month");
	const wanted = { month: monthOf(named, bookable.ctx.now, zone), day, orLater: named === undefined };
	const times = await readMonthTimes(bookable, type, wanted, { visitor: visitorHashOf(c) });
	const shown = day?.toPlainYearMonth().equals(times.month) ? day : undefined;
	return await respond(
		c,
		{
			title: `${type.row.name} · ${titleOf(bookable)}`,
			status: refused?.status ?? 200,
			inOtherLanguages: { address: `${pathOf(bookable, type)}?${shown ? `day=${shown}` : `month=${times.month}`}` },
			...(type.details.visibility === "PUBLIC"
				? { metadata: eventTypeMetadata(bookable, type, languageInAddress(c)) }
				: {}),
		},
		<TimesPage
			bookable={bookable}
			type={type}
			today={today}
			refused={refused}
			{...times}
			path={pathOf(bookable, type)}
			day={shown}
			action={`${pathOf(bookable, type)}/hold`}
		/>,
	);
}

/** Past a cap of holds the result is null, and the visitor goes on without one. */
export async function holdTime(
	c: AppContext,
	{ ctx, artist }: BookableArtist,
	{ row }: BookableType,
	start: number,
): Promise<Hold | null> {
	const chosen = {
		artistId: artist.id,
		eventTypeId: row.id,
		start,
		visitor: ensureVisitor(c),
		network: siteHashOf(c),
		mayHold: await takeHoldOfHour(c, artist.id),
	};
	return (await execute(c.get("writer"), ctx, (ctx) => createHold(ctx, chosen))).result;
}

export async function chooseTime(c: AppContext, opened: BookableArtist, type: BookableType): Promise<Response> {
	const start = instantField(await readPageFormValues(c), "start_at");
	const bookable = atArrival(c, opened);
	if (start === undefined) return c.redirect(pathOf(bookable, type), 303);
	return await orOtherTimes(c, bookable, type, start, async () => {
		const details = `${pathOf(bookable, type)}/details`;
		const hold = await holdTime(c, bookable, type, start);
		return c.redirect(hold ? details : `${details}?start_at=${timestamp(start)}`, 303);
	});
}

/** The page offers other times than a refused one. */
export async function orOtherTimes(
	c: AppContext,
	bookable: BookableArtist,
	type: BookableType,
	start: number,
	work: () => Promise<Response>,
): Promise<Response> {
	try {
		return await work();
	} catch (error) {
		const refused = error instanceof Problem && refusedTimeOf(error, bookable.words);
		if (!refused) throw error;
		return await showTimes(c, bookable, type, { ...refused, start });
	}
}

export async function releaseTime(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	await readPageFormValues(c);
	await execute(c.get("writer"), atArrival(c, bookable).ctx, (ctx) => releaseHold(ctx, visitorHashOf(c)));
	return c.redirect(pathOf(bookable, type), 303);
}
