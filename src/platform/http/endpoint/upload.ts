import type { NewObject } from "../../commit/change.ts";
import type { PictureType } from "../../pictures/picture-type.ts";

/** The picture in the body of a request, without its metadata. */
export interface Upload {
	type: PictureType;
	/** As the picture is shown. */
	width: number;
	height: number;
	bytes: Uint8Array;
	/** In hexadecimal. */
	sha256: string;
	/** The same for each run of the operation, so that the bytes are stored once. */
	object?: NewObject;
}

/** The kind of a body that is not JSON. */
export type FileKind = "picture" | "rows";

/** The types of files of rows. */
export const rowsTypes = ["text/csv", "application/x-ndjson"] as const;

/** A file of rows in the body of a request. */
export interface RowsUpload {
	type: (typeof rowsTypes)[number];
	bytes: Uint8Array;
	/** The same for each run of the operation, so that what it stores is stored once. */
	object?: NewObject;
}
