import type { ByteReader } from "../byte-reader.ts";
import type { Compactor } from "../compactor.ts";
import { damaged } from "../picture-fault.ts";

/** A box of ISO/IEC 14496-12: the start of its header, the start of its data, and its end. */
export interface Box {
	type: string;
	from: number;
	data: number;
	to: number;
}

/** The box that a header announces. Its end may lie beyond that of the file. */
export function boxAt(reader: ByteReader, from: number): Box {
	const size = reader.u32(from);
	const type = reader.name(from + 4);
	if (size === 0) return { type, from, data: from + 8, to: reader.length };
	const box = { type, from, data: from + (size === 1 ? 16 : 8), to: from + (size === 1 ? reader.u64(from + 8) : size) };
	if (box.to < box.data) throw damaged("a box of it is shorter than its own header");
	return box;
}

/** The boxes in a box. Only a box that is in no other may go on to the end of the file. */
export function* boxesIn(reader: ByteReader, from: number, to: number): Iterable<Box> {
	for (let at = from; at < to; ) {
		reader.countPart();
		const box = boxAt(reader, at);
		if (box.to > to || reader.u32(at) === 0) throw damaged("a box of it is larger than the one around it");
		at = box.to;
		yield box;
	}
}

/** Keeps the header of a box and the parts of it that `keepParts` keeps, and corrects its size. It returns its new start. */
export function keepBox(reader: ByteReader, file: Compactor, box: Box, keepParts: () => void): number {
	const from = file.finish();
	file.keep(box.from, box.data);
	keepParts();
	setEnd(reader, { ...box, from, data: from + box.data - box.from, to: file.finish() });
	return from;
}

export function setEnd(reader: ByteReader, { from, data, to }: Box): void {
	if (data - from === 8) reader.setU32(from, to - from);
	else {
		reader.setU32(from + 8, 0);
		reader.setU32(from + 12, to - from);
	}
}
