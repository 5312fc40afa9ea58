import { crc32 } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { Compactor } from "./compactor.ts";
import { exifOf, orientationIn, swapsSides } from "./orientation.ts";
import { damaged } from "./picture-fault.ts";
import { type StrippedPicture, turned } from "./stripped-picture.ts";

/** The chunks that decode the picture and say how it looks, those of animations among them. */
const kept = new Set([
	...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "acTL", "fcTL", "fdAT"],
	...["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv", "cLLI", "cLLi", "sBIT", "bKGD", "pHYs"],
]);
/** A decoder must refuse a critical chunk that it does not know. Its first letter is a capital. */
const isCritical = (name: string): boolean => name < "a";

const headerSize = 13;
/** The length and the name stand before a chunk's data, and a check sum after it. */
const around = 12;

/**
 * A PNG is a row of chunks from IHDR to IEND. The check sum of IHDR is checked, because the picture's size is there; the
 * others are left to those who decode, since to check them costs as much as to read the whole file once more.
 */
export function readPng(reader: ByteReader): StrippedPicture {
	const file = new Compactor(reader.bytes);
	const sides = readHeader(reader);
	let orientation: number | undefined;
	let hasData = false;
	file.keep(0, 8);
	for (let at = 8; ; ) {
		reader.countPart();
		const size = reader.u32(at);
		const name = reader.name(at + 4);
		const end = reader.end(at, around + size);
		hasData ||= name === "IDAT" && size > 0;
		if (kept.has(name)) {
			if (name === "IHDR" && at > 8) throw damaged("it has two headers");
			file.keep(at, end);
		} else if (isCritical(name)) {
			throw damaged("it has a chunk of an unknown kind");
		} else if (name === "eXIf" && orientation === undefined) {
			orientation = orientationIn(reader, at + 8, at + 8 + size);
			if (orientation !== 1) file.put(exifChunk(orientation));
		}
		at = end;
		if (name !== "IEND") continue;
		if (size > 0 || !hasData) throw damaged("it has no data");
		return turned({ ...sides, length: file.finish() }, swapsSides(orientation ?? 1));
	}
}

function readHeader(reader: ByteReader): { width: number; height: number } {
	if (reader.u32(8) !== headerSize || reader.name(12) !== "IHDR") throw damaged("it does not begin with its header");
	const checked = reader.bytes.subarray(12, reader.end(16, headerSize));
	if (crc32(checked) !== reader.u32(16 + headerSize)) throw damaged("the check sum of its header is wrong");
	return { width: reader.u32(16), height: reader.u32(20) };
}

function exifChunk(orientation: number): Uint8Array {
	const exif = exifOf(orientation);
	const chunk = new Uint8Array(around + exif.length);
	const view = new DataView(chunk.buffer);
	view.setUint32(0, exif.length);
	chunk.set(new TextEncoder().encode("eXIf"), 4);
	chunk.set(exif, 8);
	view.setUint32(8 + exif.length, crc32(chunk.subarray(4, 8 + exif.length)));
	return chunk;
}
