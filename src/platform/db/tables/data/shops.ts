import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { defaultLanguage, languages } from "../../../lib/languages.ts";
import { changed, json, key, metadata, type PostalAddress } from "../../columns.ts";

export const shops = sqliteTable(
	"shops",
	{
		...key,
		name: text("name").notNull(),
		slug: text("slug").notNull(),
		timezone: text("timezone").notNull(),
		language: text("language", { enum: languages }).notNull().default(defaultLanguage),
		email: text("email"),
		phone: text("phone"),
		websiteUrl: text("website_url"),
		description: text("description"),
		address: json<PostalAddress>("address"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("shops_slug").on(t.tenantId, t.slug),
		index("shops_updated").on(t.tenantId, t.updatedAt, t.id),
	],
);
