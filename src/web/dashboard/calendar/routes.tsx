import { bookByEmail } from "../../../domain/booking/appointments/book-by-email.ts";
import { createAppointment } from "../../../domain/booking/appointments/operations.ts";
import { newAppointment } from "../../../domain/booking/appointments/schema.ts";
import { type ArtistSelection, readCalendar } from "../../../domain/booking/calendar/read-calendar.ts";
import { getClient } from "../../../domain/clients/clients/operations.ts";
import type { Client } from "../../../domain/clients/clients/schema.ts";
import { getArtist } from "../../../domain/studio/artists/operations.ts";
import type { Artist } from "../../../domain/studio/artists/schema.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import { listArtistNames, listShopNames } from "../../../domain/studio/names.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { BookPage, ChooseArtist } from "../appointments/book-page.tsx";
import { clientOfForm } from "../appointments/client-of-form.ts";
import { allowBlockedOf } from "../appointments/refused-slot.tsx";
import { endOf, startOf } from "../appointments/wanted-time.ts";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { detailsBody } from "./details.ts";
import { CalendarPage } from "./page.tsx";
import { path, pathOf } from "./paths.ts";
import { dayCount, queryOfView, viewOf } from "./view.ts";

export const calendarPages = new Area("everyone");

calendarPages.page(path, {}, async (visit) => {
	const { ctx, c, to, studio } = visit;
	const query = c.req.query();
	const { of, date, cancelled, artist_id, shop_id, after } = query;
	// The form of the page has one field for shops and artists, and one for the date of any view.
	if (of !== undefined) {
		const name = of.startsWith("shp_") ? "shop_id" : "artist_id";
		const { view = "day" } = query;
		const shown = queryOfView(viewOf({ view, [view]: date ?? "" }, studio.timezone, ctx.now));
		return c.redirect(to(path, { [name]: of, cancelled, ...shown }), 303);
	}
	if (artist_id && !idPattern("artist").test(artist_id)) throw notFound("artist");
	const selection: ArtistSelection = artist_id
		? { artistId: artist_id }
		: { shopId: shop_id || undefined, after: after || undefined };
	const view = viewOf(query, studio.timezone, ctx.now);
	const days = {
		first: view.first,
		count: dayCount(view),
		...(view.kind === "day" ? { commonZone: studio.timezone } : {}),
	};
	const [artists, shops, found] = await together(
		ctx,
		(ctx) => listArtistNames(ctx),
		(ctx) => listShopNames(ctx),
		(ctx) => readCalendar(ctx, selection, days, cancelled === "true"),
	);
	if (artist_id && found.artists.length === 0) throw notFound("artist");
	if (shop_id && found.artists.length === 0 && !shops.some(({ id }) => id === shop_id)) throw notFound("shop");
	const props = { visit, selection, view, withCancelled: cancelled === "true", choice: { artists, shops }, found };
	return { title: "Calendar", body: <CalendarPage {...props} /> };
});

const typesOf = async (ctx: Ctx, artistId: string) =>
	(await listEventTypes(ctx, { artist_id: artistId }, { after: undefined, take: 100 })).rows;

calendarPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: async (visit, _, again) => {
			const { ctx, c } = visit;
			const { artist_id, client_id, day, time } = c.req.query();
			if (!artist_id)
				return {
					title: "Book an appointment",
					body: <ChooseArtist visit={visit} artists={await listArtistNames(ctx, { active: true })} />,
				};
			const chosen = again ? textOf(again.values, "client_id") : client_id;
			const [artist, types, client] = await together(
				ctx,
				(ctx) => getArtist(ctx, artist_id),
				(ctx) => typesOf(ctx, artist_id),
				(ctx) => (chosen ? getClient(ctx, chosen) : undefined),
			);
			const matches = again?.extra?.matches as Client[] | undefined;
			const given = again ?? { values: { start_at: [timeOf(artist, day, time)] } };
			// A single match is selected at once.
			const only = matches?.length === 1 ? matches[0]?.id : client?.id;
			const of = { ...given, values: { ...given.values, client_id: [only ?? ""] } };
			const props = {
				visit,
				of,
				artist,
				types: types.filter(({ is_active }) => is_active),
				clients: matches ?? (client ? [client] : []),
			};
			return { title: `Book with ${artist.name}`, body: <BookPage {...props} /> };
		},
		operation: (visit, values) => async (ctx) => {
			const artistId = visit.c.req.query("artist_id") ?? "";
			const [artist, client] = await together(
				ctx,
				(ctx) => getArtist(ctx, artistId),
				(ctx) => clientOfForm(ctx, values),
			);
			const start = startOf(values, artist.timezone);
			const body = parseBody(newAppointment.omit({ client_id: true }), {
				artist_id: artistId,
				start_at: start,
				end_at: endOf(values, start),
				...detailsBody(values),
				...allowBlockedOf(values),
			});
			return "id" in client
				? await createAppointment(ctx, { ...body, client_id: client.id })
				: await bookByEmail(ctx, body, client.newcomer);
		},
		afterSubmit: (visit, appointment) => visit.to(pathOf(appointment), { done: "booked" }),
	},
);

/** The time in the address, or the first working hour of the chosen day. */
function timeOf({ working_hours }: Artist, day: string | undefined, time: string | undefined): string {
	if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return "";
	if (time !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return `${day}T${time}`;
	const weekday = new Date(day).getUTCDay();
	const starts = working_hours.filter((hours) => hours.weekday === weekday).map(({ start }) => start);
	return `${day}T${starts.sort()[0] ?? "10:00"}`;
}
