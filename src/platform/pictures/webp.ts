import type { ByteReader } from "./byte-reader.ts";
import { Compactor } from "./compactor.ts";
import { exifOf, orientationIn, swapsSides } from "./orientation.ts";
import { damaged } from "./picture-fault.ts";
import { type Sides, type StrippedPicture, turned } from "./stripped-picture.ts";
import { type Chunk, chunkAt, chunksIn, frameSides } from "./webp-chunks.ts";

const flags = { exif: 0x08, xmp: 0x04 };
const canvasSize = 10;
const frameHeaderSize = 16;
/** The chunks of the extended format, beside its frames, that say how the picture looks. */
const kept = new Set(["ICCP", "ANIM", "ALPH"]);
const keptInFrame = new Set(["ALPH", "VP8 ", "VP8L"]);

/** A WebP is a RIFF file. It has one frame alone, or VP8X with the canvas and then the chunks of the extended format. */
export function readWebp(reader: ByteReader): StrippedPicture {
	const end = reader.end(8, reader.u32(4, true));
	const file = new Compactor(reader.bytes);
	const first = chunkAt(reader, 12, end);
	file.keep(0, first.data);
	const picture = first.name === "VP8X" ? readExtended(reader, file, first, end) : readSimple(reader, file, first);
	reader.setU32(4, picture.length - 8, true);
	return picture;
}

function readSimple(reader: ByteReader, file: Compactor, chunk: Chunk): StrippedPicture {
	const sides = frameSides(reader, chunk);
	if (!sides) throw damaged("it does not begin with a frame");
	file.keep(chunk.data, chunk.to);
	return { ...sides, length: file.finish() };
}

function readExtended(reader: ByteReader, file: Compactor, header: Chunk, end: number): StrippedPicture {
	if (header.size < canvasSize) throw damaged("its header is too short");
	const canvas = { width: reader.u24le(header.data + 4) + 1, height: reader.u24le(header.data + 7) + 1 };
	const flagged = reader.u8(header.data);
	let orientation: number | undefined;
	let frames = 0;
	reader.setU32(header.from + 4, canvasSize, true);
	file.keep(header.data, header.data + canvasSize);
	for (const chunk of chunksIn(reader, header.to, end)) {
		const sides = frameSides(reader, chunk);
		if (sides && (sides.width !== canvas.width || sides.height !== canvas.height))
			throw damaged("its frame is not as large as it says");
		if (sides || kept.has(chunk.name)) file.keep(chunk.from, chunk.to);
		if (chunk.name === "ANMF") keepFrame(reader, file, chunk, canvas);
		if (sides || chunk.name === "ANMF") frames += 1;
		// Decoders look for EXIF only if the header says that there is some.
		if (chunk.name === "EXIF" && flagged & flags.exif && orientation === undefined) {
			orientation = orientationOf(reader, chunk);
			if (orientation !== 1) file.put(exifChunk(orientation));
		}
	}
	if (frames === 0) throw damaged("it has no frame");
	const isTurned = orientation !== undefined && orientation !== 1;
	reader.bytes[header.data] = (flagged & ~(flags.exif | flags.xmp)) | (isTurned ? flags.exif : 0);
	return turned({ ...canvas, length: file.finish() }, swapsSides(orientation ?? 1));
}

/** A frame of an animation: its place on the canvas, and chunks of its own, of which unknown ones go. */
function keepFrame(reader: ByteReader, file: Compactor, frame: Chunk, canvas: Sides): void {
	const [from, end] = [frame.data + frameHeaderSize, frame.data + frame.size];
	if (from > end) throw damaged("a frame of it is shorter than its own header");
	const width = reader.u24le(frame.data + 6) + 1;
	const height = reader.u24le(frame.data + 9) + 1;
	const [x, y] = [reader.u24le(frame.data) * 2, reader.u24le(frame.data + 3) * 2];
	if (x + width > canvas.width || y + height > canvas.height) throw damaged("a frame of it is outside of its canvas");

	let size = frameHeaderSize;
	let isWhole = false;
	for (const chunk of chunksIn(reader, from, end)) {
		const sides = frameSides(reader, chunk);
		if (sides && (sides.width !== width || sides.height !== height))
			throw damaged("a frame of it is not as large as it says");
		isWhole ||= sides !== undefined;
		if (keptInFrame.has(chunk.name)) size += chunk.to - chunk.from;
	}
	if (!isWhole || size % 2 === 1) throw damaged("a frame of it is not whole");
	reader.setU32(frame.from + 4, size, true);
	file.keep(frame.from, from);
	for (const chunk of chunksIn(reader, from, end)) if (keptInFrame.has(chunk.name)) file.keep(chunk.from, chunk.to);
}

/** Some programs write the name that EXIF has in a JPEG in front of it. */
function orientationOf(reader: ByteReader, { data, size }: Chunk): number {
	const name = "Exif\0\0";
	return orientationIn(reader, reader.says(name, data) ? data + name.length : data, data + size);
}

function exifChunk(orientation: number): Uint8Array {
	const exif = exifOf(orientation);
	return Uint8Array.of(...new TextEncoder().encode("EXIF"), exif.length, 0, 0, 0, ...exif);
}
