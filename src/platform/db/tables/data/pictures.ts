import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, key } from "../../columns.ts";

/**
 * The kinds of records that have pictures. One of a form waits for the submission that names it, and that of the tenant is
 * its logo.
 */
export const pictureOwners = ["idea", "lead", "artist", "form_submission", "form", "tenant"] as const;

export const buckets = ["PICTURES", "PICTURES_EU"] as const;

export const pictures = sqliteTable(
	"pictures",
	{
		...key,
		ownerType: text("owner_type", { enum: pictureOwners }).notNull(),
		ownerId: text("owner_id").notNull(),
		contentType: text("content_type").notNull(),
		/** As the picture is shown, after its orientation. */
		width: integer("width").notNull(),
		height: integer("height").notNull(),
		sizeBytes: integer("size_bytes").notNull(),
		sha256: text("sha256").notNull(),
		caption: text("caption"),
		/** From 1, without gaps. */
		position: integer("position").notNull(),
		/** A move of the tenant to another database leaves the bytes where they are. */
		bucket: text("bucket", { enum: buckets }).notNull(),
		objectKey: text("object_key").notNull(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("pictures_owner").on(t.tenantId, t.ownerId, t.position),
		index("pictures_unused").on(t.createdAt).where(sql`${t.ownerType} = 'form'`),
	],
);

/**
 * The objects of the buckets that will be removed. A new object is named here before its bytes are stored, and no longer
 * once its record has committed. A trigger names the object of each deleted picture.
 */
export const objectRemovals = sqliteTable(
	"object_removals",
	{
		objectKey: text("object_key").primaryKey(),
		bucket: text("bucket", { enum: buckets }).notNull(),
		/** Null until the schedule has seen the deletion. */
		dueAt: integer("due_at"),
		/** The removal has begun, so no record may use the object any more. */
		begun: integer("begun", { mode: "boolean" }).notNull().default(false),
	},
	(t) => [index("object_removals_due").on(t.dueAt)],
);
