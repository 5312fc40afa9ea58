import { readPicture } from "../../src/platform/pictures/read-picture.ts";
import { type Bytes, joined, u16, u32, u32le } from "./picture-files.ts";

/** The bytes of a file as text, which is easy to search and to compare. */
export const textOf = (...parts: Bytes[]): string => Buffer.from(joined(...parts)).toString("latin1");

/** The text is that of what is left of the file. */
export function readParts(...parts: Bytes[]) {
	const bytes = joined(...parts);
	const { length, ...facts } = readPicture(bytes);
	return { ...facts, text: textOf(bytes.subarray(0, length)) };
}

/** EXIF data with a tag before the orientation, and with more that is private. */
export function exif(orientation: number, isLittleEndian: boolean): Uint8Array {
	const [two, four] = isLittleEndian ? [(n: number) => u16(n).reverse(), u32le] : [u16, u32];
	const entry = (tag: number, value: number[]) => [...two(tag), ...two(3), ...four(1), ...value];
	const directory = [...two(2), ...entry(0x0100, four(7)), ...entry(0x0112, [...two(orientation), 0, 0]), ...four(0)];
	return joined(isLittleEndian ? "II" : "MM", two(42), four(12), "priv", directory, "private");
}

/** The only EXIF data that a stripped file may have. */
export const minimalExif = (orientation: number): Uint8Array =>
	joined("MM", u16(42), u32(8), u16(1), u16(0x0112), u16(3), u32(1), u16(orientation), u16(0), u32(0));

/** Each orientation in both byte orders, and the sides of a picture of 64 × 48 pixels as shown. */
export const orientations = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((value) =>
	[true, false].map((isLittle) => ({
		value,
		isLittle,
		shown: value > 4 ? { width: 48, height: 64 } : { width: 64, height: 48 },
	})),
);
