import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, flag, json, key, metadata, pictureCount } from "../../columns.ts";
import { artists } from "./artists.ts";
import { preferredCommunications } from "./clients.ts";

export const leadStages = ["NEW", "CONTACTED", "QUALIFIED", "BOOKED", "LOST"] as const;

/** The email in lower case. SQLite uses the index of emails only for exactly this expression. */
export const leadEmailKey = `lower("email")`;

export const leads = sqliteTable(
	"leads",
	{
		...key,
		firstName: text("first_name").notNull(),
		lastName: text("last_name"),
		email: text("email"),
		phone: text("phone"),
		message: text("message"),
		source: text("source"),
		stage: text("stage", { enum: leadStages }).notNull(),
		assignedArtistId: text("assigned_artist_id"),
		preferredCommunication: text("preferred_communication", { enum: preferredCommunications }),
		budgetRangeMin: real("budget_range_min"),
		budgetRangeMax: real("budget_range_max"),
		archived: flag("archived"),
		archivedAt: integer("archived_at"),
		clientId: text("client_id"),
		convertedAt: integer("converted_at"),
		formSubmissionId: text("form_submission_id"),
		/** The words by which the search finds the lead. */
		searchWords: json<string[]>("search_words").notNull().default([]),
		metadata: metadata(),
		pictureCount: pictureCount(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("leads_updated").on(t.tenantId, t.updatedAt, t.id),
		index("leads_stage").on(t.tenantId, t.stage, t.id),
		index("leads_artist").on(t.tenantId, t.assignedArtistId, t.id).where(sql`${t.assignedArtistId} IS NOT NULL`),
		index("leads_email")
			.on(t.tenantId, sql.raw(leadEmailKey), t.id)
			.where(sql.raw(`${leadEmailKey} IS NOT NULL`)),
		index("leads_source").on(t.tenantId, t.source, t.id).where(sql`${t.source} IS NOT NULL`),
		index("leads_client").on(t.tenantId, t.clientId, t.id).where(sql`${t.clientId} IS NOT NULL`),
		foreignKey({
			name: "leads_assigned_artist",
			columns: [t.tenantId, t.assignedArtistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);
