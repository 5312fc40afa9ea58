import { placeHold, releaseHold } from "../../../domain/booking/holds/operations.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { readPageFormValues } from "../../ui/form.tsx";
import type { BookableArtist, BookableType } from "../bookable-artist.ts";
import { instantField } from "../details/parse-booking.ts";
import { eventTypeMetadata } from "../parts/page-metadata.ts";
import { type RefusedTime, refusedTimeOf } from "../refused.ts";
import { respond } from "../respond.tsx";
import { ensureVisitor, networkHashOf, visitorHashOf } from "../visitor.ts";
import { pathOf, titleOf } from "../with-event-type.ts";
import { readMonthTimes } from "./free-times.ts";
import { dateOf, dayOf, monthOf } from "./months.ts";
import { TimesPage } from "./times-page.tsx";

/** A chosen time that was refused. */
type RefusedChoice = RefusedTime & { start: number };

/** Shows the month and the day that the address names, or those of the refused time. */
export async function showTimes(c: AppContext, bookable: BookableArtist, type: BookableType, refused?: RefusedChoice) {
	const zone = bookable.artist.timezone;
	const day = dayOf(refused ? dateOf(refused.start, zone) : c.req.query("day"));
	const present = monthOf(undefined, bookable.ctx.now, zone);
	const month = monthOf(day ? day.toPlainYearMonth().toString() : c.req.query("month"), bookable.ctx.now, zone);
	const times = await readMonthTimes(bookable, type, month, day, { visitor: visitorHashOf(c) });
	const shown = day?.toPlainYearMonth().equals(month) ? day : undefined;
	return await respond(
		c,
		{
			title: `${type.row.name} · ${titleOf(bookable)}`,
			status: refused?.status ?? 200,
			...(type.details.visibility === "PUBLIC" ? { metadata: eventTypeMetadata(bookable, type) } : {}),
		},
		<TimesPage
			{...{ bookable, type, month, present, refused, ...times }}
			path={pathOf(bookable, type)}
			day={shown}
			action={`${pathOf(bookable, type)}/hold`}
		/>,
	);
}

export async function holdTime(c: AppContext, { ctx, artist }: BookableArtist, { row }: BookableType, start: number) {
	const wanted = {
		artistId: artist.id,
		eventTypeId: row.id,
		start,
		visitor: ensureVisitor(c),
		network: networkHashOf(c),
	};
	return (await execute(c.get("writer"), ctx, (ctx) => placeHold(ctx, wanted))).result;
}

export async function chooseTime(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	const start = instantField(await readPageFormValues(c), "start_at");
	if (start === undefined) return c.redirect(pathOf(bookable, type), 303);
	try {
		await holdTime(c, bookable, type, start);
	} catch (error) {
		const refused = error instanceof Problem && refusedTimeOf(error);
		if (!refused) throw error;
		return await showTimes(c, bookable, type, { ...refused, start });
	}
	return c.redirect(`${pathOf(bookable, type)}/details`, 303);
}

export async function releaseTime(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	await readPageFormValues(c);
	await execute(c.get("writer"), bookable.ctx, (ctx) => releaseHold(ctx, visitorHashOf(c)));
	return c.redirect(pathOf(bookable, type), 303);
}
