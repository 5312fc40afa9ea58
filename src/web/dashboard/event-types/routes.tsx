import { getPicture, listPictures } from "../../../domain/pictures/operations.ts";
import type { Owner } from "../../../domain/pictures/owners.ts";
import {
	createEventType,
	deleteEventType,
	getEventType,
	listEventTypes,
	updateEventType,
} from "../../../domain/studio/event-types/operations.ts";
import { type EventType, eventTypePatch, newEventType } from "../../../domain/studio/event-types/schema.ts";
import { listArtistNames, listFormNames } from "../../../domain/studio/names.ts";
import { together } from "../../../platform/db/together.ts";
import { slugOf } from "../../../platform/lib/text/slug.ts";
import { referencedBy } from "../components/referenced-by.tsx";
import { confirmationPage, deactivateInstead } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf, textOrNull } from "../forms/form-values.ts";
import { withSlugFault } from "../forms/slug-taken.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { EventTypeForm } from "./form.tsx";
import { EventTypePage, EventTypes } from "./page.tsx";
import { path, pathOf } from "./paths.ts";
import { bodyIn, valuesOfType } from "./values.ts";

export const eventTypePages = new Area("everyone");

const kinds = { id: "event_type" } as const;
const perPage = 50;

eventTypePages.page(path, {}, async (visit) => {
	const { artist_id, after } = visit.c.req.query();
	const [types, choice] = await together(
		visit.ctx,
		(ctx) => listEventTypes(ctx, { artist_id: artist_id || undefined }, { after, take: perPage + 1 }),
		(ctx) => listArtistNames(ctx),
	);
	const { shown, next } = nextPageOf(visit, types, perPage);
	return { title: "Event types", body: <EventTypes visit={visit} types={shown} artists={choice} next={next} /> };
});

const defaultValues = {
	kind: ["TATTOO"],
	visibility: ["PUBLIC"],
	is_active: ["true"],
	price_type: ["QUOTE"],
	deposit_type: ["FIXED"],
	cancellation_fee_type: ["FIXED"],
	location_type: ["SHOP"],
};

eventTypePages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: async (visit, _, again) => {
			const [choice, known] = await together(
				visit.ctx,
				(ctx) => listArtistNames(ctx),
				(ctx) => listFormNames(ctx),
			);
			const artist_id = [visit.c.req.query("artist_id") ?? ""];
			const of = withSlugFault(again ?? { values: { ...defaultValues, artist_id } });
			return {
				title: "New event type",
				body: <EventTypeForm visit={visit} of={of} forms={known} artists={choice} />,
			};
		},
		operation: (_, values) => {
			const name = textOf(values, "name") ?? "";
			const slug = textOf(values, "slug") || slugOf(name, "event-type");
			const body = parseBody(newEventType, { ...bodyIn(values), slug, artist_id: textOf(values, "artist_id") });
			return (ctx) => createEventType(ctx, body);
		},
		afterSubmit: (visit, type) => visit.to(pathOf(type), { done: "created" }),
	},
);

eventTypePages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const [type, choice, known] = await together(
		visit.ctx,
		(ctx) => getEventType(ctx, ids.id),
		(ctx) => listArtistNames(ctx),
		(ctx) => listFormNames(ctx),
	);
	const artist = choice.find(({ id }) => id === type.artist_id)?.name ?? type.artist_slug;
	const pictures = await listPictures(visit.ctx, artistOf(type));
	return {
		title: type.name,
		body: <EventTypePage visit={visit} type={type} artist={artist} pictures={pictures} forms={known} />,
	};
});

const artistOf = ({ artist_id }: EventType): Owner => ({ type: "artist", id: artist_id });

eventTypePages.form(`${path}/:id/picture`, kinds, {
	kind: "change",
	operation: (_, values, ids) => {
		const pictureId = textOrNull(values, "picture");
		return async (ctx) => {
			const owner = artistOf(await getEventType(ctx, ids.id));
			const image_url = pictureId === null ? null : (await getPicture(ctx, owner, pictureId)).url;
			return await updateEventType(ctx, ids.id, { image_url });
		};
	},
	afterSubmit: (visit, type) =>
		`${visit.to(pathOf(type), { done: type.image_url === null ? "no_picture" : "picture" })}#picture`,
});

eventTypePages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [type, known] = await together(
			visit.ctx,
			(ctx) => getEventType(ctx, ids.id),
			(ctx) => listFormNames(ctx),
		);
		const of = withSlugFault(again ?? { values: valuesOfType(type) });
		return { title: `Edit ${type.name}`, body: <EventTypeForm visit={visit} of={of} forms={known} type={type} /> };
	},
	operation: (_, values, ids) => {
		const body = parseBody(eventTypePatch, bodyIn(values));
		return (ctx) => updateEventType(ctx, ids.id, body);
	},
	afterSubmit: (visit, type) => visit.to(pathOf(type), { done: "changed" }),
});

for (const [step, is_active] of [
	["activate", true],
	["deactivate", false],
] as const)
	eventTypePages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		operation: (_, __, ids) => (ctx) => updateEventType(ctx, ids.id, { is_active }),
		afterSubmit: (visit, type) => visit.to(pathOf(type), { done: `${step}d` }),
	});

eventTypePages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const type = await getEventType(visit.ctx, ids.id);
		return confirmationPage({
			question: `Delete ${type.name}?`,
			text: (
				<p>
					You can delete an event type that no appointment has, not even one of the past. Clients who are about to book
					it lose their time. A deleted event type cannot be restored. To take no more bookings, deactivate it instead.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(type)}/delete`),
			back: { href: visit.to(pathOf(type)), text: type.name },
			again,
			refusal: await referencedBy(visit, again),
			instead: type.is_active ? deactivateInstead(visit.to(`${pathOf(type)}/deactivate`)) : undefined,
		});
	},
	operation: (_, __, ids) => (ctx) => deleteEventType(ctx, ids.id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});
