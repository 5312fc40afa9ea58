import type { ByteReader } from "./byte-reader.ts";

/** How a picture is turned and mirrored before it is shown, as the tag of TIFF and EXIF numbers it. 1: not at all. */
export type Orientation = number;

const orientationTag = 0x0112;
const short = 3;

/** The orientation in EXIF data, which begins with a TIFF header; 1 if there is none. Only the first directory counts. */
export function orientationIn(reader: ByteReader, from: number, to: number): Orientation {
	const isLittleEndian = reader.says("II*\0", from);
	if ((!isLittleEndian && !reader.says("MM\0*", from)) || to - from < exifLength) return 1;
	const directory = from + reader.u32(from + 4, isLittleEndian);
	if (directory < from + 8 || directory + 2 > to) return 1;
	const entries = reader.u16(directory, isLittleEndian);
	for (let n = 0, at = directory + 2; n < entries && at + 12 <= to; n += 1, at += 12) {
		if (reader.u16(at, isLittleEndian) !== orientationTag) continue;
		const value = reader.u16(at + 8, isLittleEndian);
		const isValid = reader.u16(at + 2, isLittleEndian) === short && value >= 1 && value <= 8;
		return isValid ? value : 1;
	}
	return 1;
}

export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

/** EXIF data that says the orientation and nothing else: a header, a directory of one entry, and no further directory. */
export function exifOf(orientation: Orientation): Uint8Array {
	const entry = [orientationTag >> 8, orientationTag & 0xff, 0, short, 0, 0, 0, 1, 0, orientation, 0, 0];
	return Uint8Array.of(0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0);
}

/** EXIF data that is shorter has no room for its own orientation, and no complete directory either. */
const exifLength = 26;
