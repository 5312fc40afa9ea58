import { findCalendarFeed } from "../../../domain/booking/calendar-feeds/operations.ts";
import { shopFields } from "../../../domain/studio/shops/fields.ts";
import { createShop, deleteShop, getShop, listShops, updateShop } from "../../../domain/studio/shops/operations.ts";
import { newShop, shopPatch } from "../../../domain/studio/shops/schema.ts";
import { together } from "../../../platform/db/together.ts";
import { referencedBy } from "../components/referenced-by.tsx";
import { bodyOf, valuesOf } from "../fields/values.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { withSlugFault } from "../forms/slug-taken.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { ShopForm, ShopPage, Shops } from "./page.tsx";
import { path, pathOf } from "./paths.ts";

export const shopPages = new Area("everyone");

const kinds = { id: "shop" } as const;
const perPage = 50;

shopPages.page(path, {}, async (visit) => {
	const after = visit.c.req.query("after");
	const { shown, next } = nextPageOf(visit, await listShops(visit.ctx, {}, { after, take: perPage + 1 }), perPage);
	return { title: "Shops", body: <Shops visit={visit} shops={shown} next={next} /> };
});

shopPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: (visit, _, again) => ({
			title: "New shop",
			body: <ShopForm visit={visit} of={withSlugFault(again ?? { values: {} })} />,
		}),
		operation: (_, values) => {
			const body = parseBody(newShop, bodyOf(shopFields, values));
			return (ctx) => createShop(ctx, body);
		},
		afterSubmit: (visit, shop) => visit.to(pathOf(shop), { done: "created" }),
	},
);

shopPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const [shop, feed] = await together(
		visit.ctx,
		(ctx) => getShop(ctx, ids.id),
		(ctx) => findCalendarFeed(ctx, ids.id),
	);
	return { title: shop.name, body: <ShopPage visit={visit} shop={shop} feed={feed} /> };
});

shopPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const shop = await getShop(visit.ctx, ids.id);
		const of = withSlugFault(again ?? { values: valuesOf(shopFields, shop) });
		return { title: `Edit ${shop.name}`, body: <ShopForm visit={visit} of={of} shop={shop} /> };
	},
	operation: (_, values, ids) => {
		const body = parseBody(shopPatch, bodyOf(shopFields, values));
		return (ctx) => updateShop(ctx, ids.id, body);
	},
	afterSubmit: (visit, shop) => visit.to(pathOf(shop), { done: "changed" }),
});

shopPages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const shop = await getShop(visit.ctx, ids.id);
		return confirmationPage({
			question: `Delete ${shop.name}?`,
			text: (
				<p>
					You can delete a shop if <a href={visit.to("/dashboard/artists", { shop_id: shop.id })}>no artist</a> belongs
					to it and no appointment was there. A deleted shop cannot be restored.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(shop)}/delete`),
			back: { href: visit.to(pathOf(shop)), text: shop.name },
			again,
			refusal: await referencedBy(visit, again),
		});
	},
	operation: (_, __, ids) => (ctx) => deleteShop(ctx, ids.id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});
