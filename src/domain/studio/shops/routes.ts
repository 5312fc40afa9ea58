import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleted, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { createShop, deleteShop, getShop, listShops, updateShop } from "./operations.ts";
import { newShop, shop, shopPatch } from "./schema.ts";

const tag = "Shops";
const params = { shop_id: "shop" } as const;

export const shopRoutes = [
	endpoint.list({
		id: "listShops",
		path: "/v1/shops",
		tag,
		summary: "List shops",
		scope: "read:shops",
		query: z.object({
			...syncQuery,
			slug: text(200).optional().meta({ description: "Only the shop with this slug." }),
		}),
		answer: shop,
		run: (ctx, { query, page }) => listShops(ctx, query, page),
	}),
	endpoint.create({
		id: "createShop",
		path: "/v1/shops",
		tag,
		summary: "Create a shop",
		scope: "write:shops",
		body: newShop,
		answer: shop,
		location: ({ id }) => `/v1/shops/${id}`,
		run: (ctx, { body }) => createShop(ctx, body),
	}),
	endpoint.get({
		id: "getShop",
		path: "/v1/shops/:shop_id",
		tag,
		summary: "Get a shop",
		scope: "read:shops",
		params,
		answer: shop,
		run: (ctx, { params: { shop_id } }) => getShop(ctx, shop_id),
	}),
	endpoint.change("PATCH", {
		id: "updateShop",
		path: "/v1/shops/:shop_id",
		tag,
		summary: "Update a shop",
		description: "Changes the fields that are sent. Null empties a field. A new name does not change the slug.",
		scope: "write:shops",
		params,
		body: shopPatch,
		answer: shop,
		errors: ["validation_error"],
		run: (ctx, { params: { shop_id }, body }) => updateShop(ctx, shop_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteShop",
		path: "/v1/shops/:shop_id",
		tag,
		summary: "Delete a shop",
		description: "A shop that artists belong to, or that appointments name, cannot be deleted.",
		scope: "write:shops",
		params,
		answer: deleted("shop").meta({ id: "DeletedShop" }),
		run: (ctx, { params: { shop_id } }) => deleteShop(ctx, shop_id),
	}),
];
