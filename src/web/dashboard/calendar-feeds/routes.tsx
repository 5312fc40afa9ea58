import {
	deleteCalendarFeed,
	type FeedOwner,
	findCalendarFeed,
	setCalendarFeed,
} from "../../../domain/booking/calendar-feeds/operations.ts";
import { newCalendarFeed } from "../../../domain/booking/calendar-feeds/schema.ts";
import { getArtist } from "../../../domain/studio/artists/operations.ts";
import { getShop } from "../../../domain/studio/shops/operations.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import * as artists from "../artists/paths.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import * as shops from "../shops/paths.ts";
import { NewAddress, NewAddressForm } from "./pages.tsx";

export const calendarFeedPages = new Area("everyone");

const owners = {
	artist: { path: artists.path, get: getArtist },
	shop: { path: shops.path, get: getShop },
};

const readFeed = (ctx: Ctx, { kind, id }: FeedOwner) =>
	together(
		ctx,
		(ctx) => owners[kind].get(ctx, id),
		(ctx) => findCalendarFeed(ctx, id),
	);

for (const kind of ["artist", "shop"] as const) {
	const { path, get } = owners[kind];
	const kinds = { id: kind } as const;
	const ownerOf = ({ id, name }: { id: string; name: string }) => ({ name, path: `${path}/${id}` });

	calendarFeedPages.form(`${path}/:id/calendar_feed`, kinds, {
		kind: "change",
		secret: true,
		show: async (visit, { id }, again) => {
			const [record, feed] = await readFeed(visit.ctx, { kind, id });
			const of = again ?? { values: { details: [feed?.details ?? "full"] } };
			return {
				title: `Calendar feed of ${record.name}`,
				body: <NewAddressForm visit={visit} of={of} owner={ownerOf(record)} feed={feed} />,
			};
		},
		operation: (_, values, { id }) => {
			const body = parseBody(newCalendarFeed, { details: textOf(values, "details") });
			return (ctx) => setCalendarFeed(ctx, { kind, id }, body);
		},
		afterSubmit: async (visit, { url }, { id }) => {
			const owner = ownerOf(await get(visit.ctx, id));
			return { title: "The address has been created", body: <NewAddress visit={visit} owner={owner} url={url} /> };
		},
	});

	calendarFeedPages.form(`${path}/:id/calendar_feed/end`, kinds, {
		kind: "delete",
		show: async (visit, { id }, again) => {
			const [record, feed] = await readFeed(visit.ctx, { kind, id });
			if (!feed) throw notFound("calendar feed");
			const owner = ownerOf(record);
			return confirmationPage({
				question: `End the calendar feed of ${record.name}?`,
				text: <p>Calendars that read its address show nothing new from now on. You can make a new address.</p>,
				verb: "End",
				action: visit.to(`${owner.path}/calendar_feed/end`),
				back: { href: visit.to(owner.path), text: record.name },
				again,
			});
		},
		operation:
			(_, __, { id }) =>
			(ctx) =>
				deleteCalendarFeed(ctx, { kind, id }),
		afterSubmit: (visit, _, { id }) => visit.to(`${path}/${id}`, { done: "feed_ended" }),
	});
}
