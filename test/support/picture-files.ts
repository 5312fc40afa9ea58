import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/** A file of `test/pictures/files`, as bytes of its own. */
export const pictureFile = (name: string): Uint8Array =>
	new Uint8Array(readFileSync(join(import.meta.dirname, "../pictures/files", name)));

/** Bytes, or a text of one byte for each letter. */
export type Bytes = Uint8Array | number[] | string;

export const joined = (...parts: Bytes[]): Uint8Array =>
	new Uint8Array(
		Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))),
	);

export const u32 = (value: number): number[] => [
	value >>> 24,
	(value >>> 16) & 0xff,
	(value >>> 8) & 0xff,
	value & 0xff,
];
export const u16 = (value: number): number[] => u32(value).slice(2);

export const u32le = (value: number): number[] => u32(value).reverse();

/** A chunk with its check sum. */
export function pngChunk(name: string, data: Iterable<number>): Uint8Array {
	const checked = joined(name, [...data]);
	return joined(u32(checked.length - 4), checked, u32(crc32(checked)));
}
