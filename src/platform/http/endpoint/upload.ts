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
