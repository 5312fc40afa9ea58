import * as z from "zod";
import type { shops } from "../../../platform/db/tables/data/shops.ts";
import { address, email, id, name, text, time, timezone } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { webUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { languages } from "../../../platform/lib/languages.ts";
import { slug } from "../../../platform/lib/text/slug.ts";
import { timestamp } from "../../../platform/lib/time.ts";

const settable = {
	slug: slug.meta({
		description: "Unique among the tenant's shops.",
		leftOut: "If it is left out, the service makes it from the name.",
	}),
	timezone: timezone.meta({ description: "An IANA time zone.", leftOut: "Default: that of the tenant." }),
	language: z.enum(languages).meta({ leftOut: "Default: `en`." }),
	email: email.nullable(),
	phone: text(50).nullable(),
	website_url: webUrl.nullable(),
	description: text(10_000).nullable(),
	address: address.nullable().meta({ description: "A PATCH replaces the whole object." }),
	metadata,
};

export const newShop = z.object({ name: name(), ...z.object(settable).partial().shape }).meta({ id: "NewShop" });

export const shopPatch = newShop.partial().extend({ metadata: metadataPatch }).meta({ id: "ShopPatch" });

export const shop = z
	.object({
		object: z.literal("shop"),
		id: id("shop"),
		name: z.string(),
		slug: z.string(),
		timezone: z.string().meta({ description: "An IANA time zone." }),
		language: z.enum(languages),
		email: z.string().nullable(),
		phone: z.string().nullable(),
		website_url: z.string().nullable(),
		description: z.string().nullable(),
		address: address.nullable(),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "Shop" });

export type Shop = z.output<typeof shop>;
export type NewShop = z.output<typeof newShop>;
export type ShopPatch = z.output<typeof shopPatch>;
export type ShopRow = typeof shops.$inferSelect;

export const toShop = (row: ShopRow): Shop =>
	withVersion(row.revision, {
		object: "shop",
		id: row.id,
		name: row.name,
		slug: row.slug,
		timezone: row.timezone,
		language: row.language,
		email: row.email,
		phone: row.phone,
		website_url: row.websiteUrl,
		description: row.description,
		address: row.address,
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
