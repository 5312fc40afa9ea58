import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, flag, json, key, metadata, pictureCount } from "../../columns.ts";
import { artists } from "./artists.ts";

export const ideaStages = ["NEW", "IN_REVIEW", "QUOTED", "APPROVED", "SCHEDULED", "DONE", "DECLINED"] as const;
export const ideaSources = ["MANUAL", "FORM", "BOOKING_PAGE", "API", "IMPORT"] as const;
export const bttStatuses = ["NONE", "PENDING", "SENT", "COMPLETED"] as const;

export const ideas = sqliteTable(
	"ideas",
	{
		...key,
		clientId: text("client_id").notNull(),
		artistId: text("artist_id"),
		subject: text("subject").notNull(),
		stage: text("stage", { enum: ideaStages }).notNull(),
		sourceType: text("source_type", { enum: ideaSources }).notNull(),
		bttStatus: text("btt_status", { enum: bttStatuses }).notNull(),
		archived: flag("archived"),
		archivedAt: integer("archived_at"),
		formSubmissionId: text("form_submission_id"),
		/** The words by which the search finds the idea. */
		searchWords: json<string[]>("search_words").notNull().default([]),
		/** The descriptive properties without a filter. */
		details: json<Record<string, unknown>>("details").notNull().default({}),
		metadata: metadata(),
		pictureCount: pictureCount(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("ideas_updated").on(t.tenantId, t.updatedAt, t.id),
		index("ideas_stage").on(t.tenantId, t.stage, t.id),
		index("ideas_client").on(t.tenantId, t.clientId, t.id),
		index("ideas_artist").on(t.tenantId, t.artistId, t.id).where(sql`${t.artistId} IS NOT NULL`),
		foreignKey({
			name: "ideas_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);
