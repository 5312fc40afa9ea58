import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";
import { buckets } from "./pictures.ts";

/** A file in the ZIP of an export. */
export interface ExportedFile {
	name: string;
	/** The position of its header in the ZIP. */
	offset: number;
	size: number;
	crc32: number;
	sha256: string;
	/** How many records it has; null for a picture. */
	records: number | null;
}

/**
 * The objects of an export. A row is there before its object, so that no object is left without a row. The export itself
 * is a row of `jobs`.
 */
export const exportPieces = sqliteTable(
	"export_pieces",
	{
		tenantId: text("tenant_id").notNull(),
		exportId: text("export_id").notNull(),
		/** In the order in which they are made. */
		n: integer("n").notNull(),
		/** The name of the file in the ZIP, or of the resource while its records wait for the ZIP. Null: not made yet. */
		file: text("file"),
		/** The position in the ZIP; null for records that wait. */
		offset: integer("offset"),
		sizeBytes: integer("size_bytes").notNull().default(0),
		records: integer("records").notNull().default(0),
		/** How many pictures wait beside the records. */
		pictures: integer("pictures").notNull().default(0),
		/** The files that end with this piece. */
		files: json<ExportedFile[]>("files"),
		bucket: text("bucket", { enum: buckets }).notNull(),
		objectKey: text("object_key").notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.exportId, t.n] }),
		index("export_pieces_offset").on(t.tenantId, t.exportId, t.offset),
	],
);
