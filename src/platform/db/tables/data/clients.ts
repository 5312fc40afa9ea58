import { sql } from "drizzle-orm";
import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languages } from "../../../lib/languages.ts";
import { changed, flag, json, metadata, type PostalAddress } from "../../columns.ts";
import { artists } from "./artists.ts";

export const preferredCommunications = ["EMAIL", "SMS", "PHONE", "INSTAGRAM", "WHATSAPP"] as const;

export const clients = sqliteTable(
	"clients",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		email: text("email").notNull(),
		/** The email in lower case (contract: Clients 3). */
		emailKey: text("email_key").notNull(),
		firstName: text("first_name").notNull(),
		lastName: text("last_name"),
		phone: text("phone"),
		pronouns: text("pronouns"),
		dateOfBirth: text("date_of_birth"),
		preferredCommunication: text("preferred_communication", { enum: preferredCommunications }),
		language: text("language", { enum: languages }),
		instagramHandle: text("instagram_handle"),
		address: json<PostalAddress>("address"),
		notes: text("notes"),
		tags: json<string[]>("tags").notNull().default([]),
		source: text("source"),
		isBlocked: flag("is_blocked"),
		doNotContact: flag("do_not_contact"),
		marketingConsent: flag("marketing_consent"),
		assignedArtistId: text("assigned_artist_id"),
		metadata: metadata(),
		searchWords: json<string[]>("search_words").notNull().default([]),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("clients_email").on(t.tenantId, t.emailKey),
		index("clients_updated").on(t.tenantId, t.updatedAt, t.id),
		index("clients_artist").on(t.tenantId, t.assignedArtistId, t.id).where(sql`${t.assignedArtistId} IS NOT NULL`),
		index("clients_source").on(t.tenantId, t.source, t.id).where(sql`${t.source} IS NOT NULL`),
		foreignKey({
			name: "clients_assigned_artist",
			columns: [t.tenantId, t.assignedArtistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);
