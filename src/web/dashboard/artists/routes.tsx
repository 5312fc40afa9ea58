import { createArtist, getArtist, updateArtist } from "../../../domain/studio/artists/operations.ts";
import { type Artist, artistPatch, newArtist } from "../../../domain/studio/artists/schema.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import { listTimeBlocks } from "../../../domain/studio/time-blocks/operations.ts";
import { artistStatuses } from "../../../platform/db/tables/data/artists.ts";
import type { Typed } from "../../ui/components/fields.tsx";
import { confirmation } from "../forms/confirm.tsx";
import { isTicked, numberOrNull, textOf, textOrNull } from "../forms/form-values.ts";
import { bodyOf } from "../forms/forms.ts";
import { shopChoice } from "../forms/select-options.ts";
import { withSlugFault } from "../forms/slug-taken.ts";
import { Area } from "../frame/area.tsx";
import { nextOf } from "../lists/next-page.ts";
import { ArtistPage } from "./artist-page.tsx";
import { ArtistForm } from "./forms.tsx";
import { Artists } from "./list-page.tsx";
import { path, pathOf } from "./paths.ts";
import { findExternalCalendar, findWithShop, listWithShops } from "./read.ts";

/** The artists of the studio. */
export const artistPages = new Area("everyone");

const kinds = { id: "artist" } as const;
const idOf = ({ id = "" }: Record<string, string>): string => id;
const perPage = 50;
const fewTypes = 20;

artistPages.page(path, {}, async (visit) => {
	const { shop_id, status: asked, after } = visit.c.req.query();
	const status = artistStatuses.find((one) => one === asked);
	const [found, shops] = await Promise.all([
		listWithShops(visit.ctx, { shopId: shop_id || undefined, status, after, take: perPage + 1 }),
		shopChoice(visit.ctx),
	]);
	const { shown, next } = nextOf(
		visit,
		found.map((one) => ({ ...one, id: one.artist.id })),
		perPage,
	);
	return { title: "Artists", body: <Artists visit={visit} found={shown} shops={shops} next={next} /> };
});

const texts = ["email", "shop_id", "bio", "instagram_handle", "website_url", "avatar_url"] as const;

const bodyIn = (typed: Typed) => ({
	name: textOf(typed, "name"),
	slug: textOf(typed, "slug") || undefined,
	timezone: textOf(typed, "timezone") || undefined,
	is_consultation_desk: isTicked(typed, "is_consultation_desk"),
	max_appointments_per_day: numberOrNull(typed, "max_appointments_per_day"),
	...Object.fromEntries(texts.map((name) => [name, textOrNull(typed, name)])),
});

const typedArtist = (artist: Artist): Typed => ({
	name: [artist.name],
	slug: [artist.slug],
	timezone: [artist.timezone],
	is_consultation_desk: [String(artist.is_consultation_desk)],
	max_appointments_per_day: [String(artist.max_appointments_per_day ?? "")],
	...Object.fromEntries(texts.map((name) => [name, [artist[name] ?? ""]])),
});

artistPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: async (visit, _, again) => {
			const of = withSlugFault(again ?? { typed: {} });
			return {
				title: "New artist",
				body: <ArtistForm visit={visit} of={of} shops={await shopChoice(visit.ctx)} />,
			};
		},
		decide: (_, typed) => {
			const body = bodyOf(newArtist, bodyIn(typed));
			return (ctx) => createArtist(ctx, body);
		},
		onward: (visit, artist) => visit.to(pathOf(artist), { done: "created" }),
	},
);

artistPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const { ctx, c } = visit;
	const id = idOf(ids);
	const after = c.req.query("after");
	const [found, blocks, calendar, types] = await Promise.all([
		findWithShop(ctx, id),
		listTimeBlocks(ctx, id, { from: ctx.now }, { after, take: perPage + 1 }),
		findExternalCalendar(ctx, id),
		listEventTypes(ctx, { artist_id: id }, { after: undefined, take: fewTypes }),
	]);
	const { shown, next } = nextOf(visit, blocks, perPage);
	const props = { visit, found, blocks: shown, nextBlocks: next, calendar, types };
	return { title: found.artist.name, body: <ArtistPage {...props} /> };
});

artistPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [artist, shops] = await Promise.all([getArtist(visit.ctx, idOf(ids)), shopChoice(visit.ctx)]);
		const of = withSlugFault(again ?? { typed: typedArtist(artist) });
		return {
			title: `Edit ${artist.name}`,
			body: <ArtistForm visit={visit} of={of} shops={shops} artist={artist} />,
		};
	},
	decide: (_, typed, ids) => {
		const body = bodyOf(artistPatch, bodyIn(typed));
		return (ctx) => updateArtist(ctx, idOf(ids), body);
	},
	onward: (visit, artist) => visit.to(pathOf(artist), { done: "changed" }),
});

artistPages.form(`${path}/:id/deactivate`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, idOf(ids));
		return confirmation({
			question: `Deactivate ${artist.name}?`,
			text: (
				<p>
					Nobody can book {artist.name} any more, and the booking page disappears. Appointments that are booked already
					stay. You can activate the artist again.
				</p>
			),
			verb: "Deactivate",
			action: visit.to(`${pathOf(artist)}/deactivate`),
			back: { href: visit.to(pathOf(artist)), text: artist.name },
			keep: "Back",
			again,
		});
	},
	decide: (_, __, ids) => (ctx) => updateArtist(ctx, idOf(ids), { status: "DEACTIVATED" }),
	onward: (visit, artist) => visit.to(pathOf(artist), { done: "deactivated" }),
});

artistPages.form(`${path}/:id/activate`, kinds, {
	kind: "change",
	decide: (_, __, ids) => (ctx) => updateArtist(ctx, idOf(ids), { status: "ACTIVE" }),
	onward: (visit, artist) => visit.to(pathOf(artist), { done: "activated" }),
});
