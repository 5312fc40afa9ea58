import type { ByteReader } from "./byte-reader.ts";
import { cutOff, damaged } from "./picture-fault.ts";
import type { Sides } from "./stripped-picture.ts";

/** A chunk of RIFF: the start of its header, its data, and its end with the byte that makes it even. */
export interface Chunk {
	name: string;
	from: number;
	data: number;
	size: number;
	to: number;
}

export function chunkAt(reader: ByteReader, from: number, end: number): Chunk {
	const data = from + 8;
	if (data > end) throw cutOff();
	const size = reader.u32(from + 4, true);
	if (data + size > end) throw cutOff();
	return { name: reader.name(from), from, data, size, to: Math.min(data + size + (size % 2), end) };
}

export function* chunksIn(reader: ByteReader, from: number, end: number): Iterable<Chunk> {
	for (let at = from; at < end; ) {
		reader.countPart();
		const chunk = chunkAt(reader, at, end);
		at = chunk.to;
		yield chunk;
	}
}

/** The sides that the data of a frame begins with; undefined if the chunk is no frame. */
export function frameSides(reader: ByteReader, { name, data, size }: Chunk): Sides | undefined {
	if (name === "VP8 ") {
		const isKeyFrame = reader.u8(data) % 2 === 0 && reader.says("\x9d\x01\x2a", data + 3);
		if (size < 10 || !isKeyFrame) throw damaged("its data does not begin with a frame");
		return { width: reader.u16(data + 6, true) & 0x3fff, height: reader.u16(data + 8, true) & 0x3fff };
	}
	if (name === "VP8L") {
		if (size < 5 || reader.u8(data) !== 0x2f) throw damaged("its data does not begin with a frame");
		const bits = reader.u32(data + 1, true);
		return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
	}
	return undefined;
}
