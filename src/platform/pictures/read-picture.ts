import { ByteReader } from "./byte-reader.ts";
import { readHeif } from "./heif/read-heif.ts";
import { readJpeg } from "./jpeg.ts";
import { PictureFault, unsupported } from "./picture-fault.ts";
import { checkSides } from "./picture-sides.ts";
import { type PictureType, pictureTypeOf } from "./picture-type.ts";
import { readPng } from "./png.ts";
import type { StrippedPicture } from "./stripped-picture.ts";
import { readWebp } from "./webp.ts";

export interface PictureFacts {
	type: PictureType;
	/** As the picture is shown: after its orientation. */
	width: number;
	height: number;
	/** The length of the stripped file, which begins at the start of the bytes. */
	length: number;
}

const readers: Record<PictureType, (reader: ByteReader) => StrippedPicture> = {
	"image/jpeg": readJpeg,
	"image/png": readPng,
	"image/webp": readWebp,
	"image/avif": (reader) => readHeif(reader, "av01"),
	"image/heic": (reader) => readHeif(reader, "hvc1"),
};

/**
 * Reads the type and the size of a picture, and strips the file in place: camera data, place, comments, embedded previews
 * and everything behind the end go, and what decides how the picture looks stays. It decodes nothing. To read a stripped
 * file again changes nothing. After a PictureFault the bytes are worth nothing.
 */
export function readPicture(bytes: Uint8Array): PictureFacts {
	if (bytes.length === 0) throw new PictureFault("damaged", "The picture is empty.");
	const type = pictureTypeOf(bytes.subarray(0, 64));
	if (!type) throw unsupported("The file is not a JPEG, PNG, WebP, AVIF or HEIC picture.");
	const picture = readers[type](new ByteReader(bytes));
	checkSides(picture);
	return { type, ...picture };
}
