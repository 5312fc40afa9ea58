import { findCalendarFeed } from "../../../domain/booking/calendar-feeds/operations.ts";
import { listPictures } from "../../../domain/pictures/operations.ts";
import { deleteArtist } from "../../../domain/studio/artists/delete-artist.ts";
import { artistFields } from "../../../domain/studio/artists/fields.ts";
import { createArtist, getArtist, updateArtist } from "../../../domain/studio/artists/operations.ts";
import { artistPatch, artistStatuses, newArtist } from "../../../domain/studio/artists/schema.ts";
import { findExternalCalendar, findWithShop, listWithShops } from "../../../domain/studio/artists/with-shop.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import { listShopNames } from "../../../domain/studio/names.ts";
import { listTimeBlocks } from "../../../domain/studio/time-blocks/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { referencedBy } from "../components/referenced-by.tsx";
import { bodyOf, valuesOf } from "../fields/values.ts";
import { confirmationPage, deactivateInstead } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { withSlugFault } from "../forms/slug-taken.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { addAvatarForm, addPicturePages } from "../pictures/routes.tsx";
import { ArtistPage, pictureRecordOf } from "./artist-page.tsx";
import { ArtistForm } from "./forms.tsx";
import { Artists } from "./list-page.tsx";
import { path, pathOf } from "./paths.ts";

export const artistPages = new Area("everyone");

const kinds = { id: "artist" } as const;
const perPage = 50;
const fewTypes = 20;

artistPages.page(path, {}, async (visit) => {
	const { shop_id, status: asked, after } = visit.c.req.query();
	const status = artistStatuses.find((one) => one === asked);
	const [found, shops] = await together(
		visit.ctx,
		(ctx) => listWithShops(ctx, { shopId: shop_id || undefined, status, after, take: perPage + 1 }),
		(ctx) => listShopNames(ctx),
	);
	const { shown, next } = nextPageOf(
		visit,
		found.map((one) => ({ ...one, id: one.artist.id })),
		perPage,
	);
	return { title: "Artists", body: <Artists visit={visit} found={shown} shops={shops} next={next} /> };
});

artistPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: async (visit, _, again) => {
			const of = withSlugFault(again ?? { values: {} });
			return {
				title: "New artist",
				body: <ArtistForm visit={visit} of={of} shops={await listShopNames(visit.ctx)} />,
			};
		},
		operation: (_, values) => {
			const body = parseBody(newArtist, bodyOf(artistFields, values));
			return (ctx) => createArtist(ctx, body);
		},
		afterSubmit: (visit, artist) => visit.to(pathOf(artist), { done: "created" }),
	},
);

artistPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const { ctx, c } = visit;
	const id = ids.id;
	const after = c.req.query("after");
	const [found, blocks, calendar, feed, types, pictures] = await together(
		ctx,
		(ctx) => findWithShop(ctx, id),
		(ctx) => listTimeBlocks(ctx, id, { from: ctx.now }, { after, take: perPage + 1 }),
		(ctx) => findExternalCalendar(ctx, id),
		(ctx) => findCalendarFeed(ctx, id),
		(ctx) => listEventTypes(ctx, { artist_id: id }, { after: undefined, take: fewTypes }),
		(ctx) => listPictures(ctx, { type: "artist", id }),
	);
	const { shown, next } = nextPageOf(visit, blocks, perPage);
	const props = { visit, found, blocks: shown, nextBlocks: next, calendar, feed, types: types.rows, pictures };
	return { title: found.artist.name, body: <ArtistPage {...props} /> };
});

addPicturePages(artistPages, {
	path: `${path}/:id`,
	kinds,
	ownerIn: (ids) => ({ type: "artist", id: ids.id }),
	find: async (ctx, ids) => pictureRecordOf(await getArtist(ctx, ids.id)),
});
addAvatarForm(artistPages, { path: `${path}/:id`, kinds });

artistPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [artist, shops] = await together(
			visit.ctx,
			(ctx) => getArtist(ctx, ids.id),
			(ctx) => listShopNames(ctx),
		);
		const of = withSlugFault(again ?? { values: valuesOf(artistFields, artist) });
		return {
			title: `Edit ${artist.name}`,
			body: <ArtistForm visit={visit} of={of} shops={shops} artist={artist} />,
		};
	},
	operation: (_, values, ids) => {
		const body = parseBody(artistPatch, bodyOf(artistFields, values));
		return (ctx) => updateArtist(ctx, ids.id, body);
	},
	afterSubmit: (visit, artist) => visit.to(pathOf(artist), { done: "changed" }),
});

artistPages.form(`${path}/:id/deactivate`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		return confirmationPage({
			question: `Deactivate ${artist.name}?`,
			text: (
				<p>
					{artist.name} can no longer be booked, and the booking page disappears. Existing appointments stay. You can
					activate the artist again.
				</p>
			),
			verb: "Deactivate",
			action: visit.to(`${pathOf(artist)}/deactivate`),
			back: { href: visit.to(pathOf(artist)), text: artist.name },
			keep: "Back",
			again,
		});
	},
	operation: (_, __, ids) => (ctx) => updateArtist(ctx, ids.id, { status: "DEACTIVATED" }),
	afterSubmit: (visit, artist) => visit.to(pathOf(artist), { done: "deactivated" }),
});

artistPages.form(`${path}/:id/activate`, kinds, {
	kind: "change",
	operation: (_, __, ids) => (ctx) => updateArtist(ctx, ids.id, { status: "ACTIVE" }),
	afterSubmit: (visit, artist) => visit.to(pathOf(artist), { done: "activated" }),
});

artistPages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		return confirmationPage({
			question: `Delete ${artist.name}?`,
			text: (
				<p>
					You can delete an artist who has no event types, appointments, clients, leads or ideas. Hours, time blocks and
					the external calendar go along. A deleted artist cannot be restored. To take no more bookings, deactivate the
					artist instead.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(artist)}/delete`),
			back: { href: visit.to(pathOf(artist)), text: artist.name },
			again,
			refusal: await referencedBy(visit, again),
			instead: artist.status === "ACTIVE" ? deactivateInstead(visit.to(`${pathOf(artist)}/deactivate`)) : undefined,
		});
	},
	operation: (_, __, ids) => (ctx) => deleteArtist(ctx, ids.id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});
