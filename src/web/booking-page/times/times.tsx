import { placeHold, releaseHold } from "../../../domain/booking/holds/operations.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { readPageForms } from "../../ui/form.tsx";
import type { BookableType, BookingPlace } from "../bookable-artist.ts";
import { instantIn } from "../details/typed-booking.ts";
import { sharedType } from "../parts/sharing.ts";
import { type RefusedTime, refusedTimes } from "../refused.ts";
import { show } from "../respond.tsx";
import { networkOf, rememberedVisitor, visitorOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import { timesIn } from "./free-times.ts";
import { dateOf, dayOf, monthOf } from "./months.ts";
import { TimesPage } from "./times-page.tsx";

/** A time that somebody chose and cannot have. */
type Refused = RefusedTime & { start: number };

/** The month and the day that the address asks for, or those of the time that was refused. */
export async function showTimes(c: AppContext, place: BookingPlace, type: BookableType, refused?: Refused) {
	const zone = place.artist.timezone;
	const day = dayOf(refused ? dateOf(refused.start, zone) : c.req.query("day"));
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

/** Holds a time for the visitor. */
export async function hold(c: AppContext, { ctx, artist }: BookingPlace, { row }: BookableType, start: number) {
	const wanted = {
		artistId: artist.id,
		eventTypeId: row.id,
		start,
		visitor: rememberedVisitor(c),
		network: networkOf(c),
	};
	return (await execute(c.get("writer"), ctx, (ctx) => placeHold(ctx, wanted))).result;
}

export async function chooseTime(c: AppContext, place: BookingPlace, type: BookableType): Promise<Response> {
	const start = instantIn(await readPageForms(c), "start_at");
	if (start === undefined) return c.redirect(pathOf(place, type), 303);
	try {
		await hold(c, place, type, start);
	} catch (error) {
		const refused = error instanceof Problem && refusedTimes(error);
		if (!refused) throw error;
		return await showTimes(c, place, type, { ...refused, start });
	}
	return c.redirect(`${pathOf(place, type)}/details`, 303);
}

export async function giveUpTime(c: AppContext, place: BookingPlace, type: BookableType): Promise<Response> {
	await readPageForms(c);
	await execute(c.get("writer"), place.ctx, (ctx) => releaseHold(ctx, visitorOf(c)));
	return c.redirect(pathOf(place, type), 303);
}
